/// What finds QR codes in pictures.
package protocol CodeDecoder {
  /// The texts of all codes in a picture.
  func texts(in picture: GrayPicture) throws(QRError) -> [[UInt8]]
}
