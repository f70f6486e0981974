#include <qrencode.h>

// The types of the functions that QREncoder looks up in libqrencode once it has opened it.
typedef __typeof__(QRinput_new2) *QRInputNewFunction;
typedef __typeof__(QRinput_append) *QRInputAppendFunction;
typedef __typeof__(QRinput_free) *QRInputFreeFunction;
typedef __typeof__(QRcode_encodeInput) *QRCodeEncodeFunction;
typedef __typeof__(QRcode_free) *QRCodeFreeFunction;
