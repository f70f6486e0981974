// A fake camera: preloaded, it answers open and ioctl for /dev/video0, with memory for mmap behind
// it, 640 x 480. It sends white noise (SRGGB10P, rows of 832 bytes), or if SHIM_PICTURE names a file
// with a picture (YUYV), that, whatever it is by then.
// SHIM_FAIL names a request that fails with EIO, SHIM_LOG a file that records the settings.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { width = 640, height = 480, noise_stride = 832, picture_stride = 2 * width, buffers = 3 };
// From one buffer to the next.
enum { step = picture_stride * height };

static int camera = -1;
static unsigned queue[buffers], queued;
static uint64_t state = 1;

static uint64_t next(void) {
  uint64_t mixed = state += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

static const char *picture_path(void) { return getenv("SHIM_PICTURE"); }

static unsigned stride(void) { return picture_path() ? picture_stride : noise_stride; }

static unsigned pixel_format(void) {
  return picture_path() ? V4L2_PIX_FMT_YUYV : V4L2_PIX_FMT_SRGGB10P;
}

static void record(const char *what, unsigned id, int value) {
  const char *path = getenv("SHIM_LOG");
  FILE *log = path ? fopen(path, "a") : NULL;
  if (!log) return;
  fprintf(log, "%s %#x %d\n", what, id, value);
  fclose(log);
}

// Four samples with a standard deviation of 4 in five bytes.
static void add_noise(unsigned number) {
  static uint8_t picture[noise_stride * height];
  memset(picture, 0xee, sizeof picture);
  for (int row = 0; row < height; row++)
    for (int group = 0; group < width / 4; group++) {
      uint8_t *bytes = picture + row * noise_stride + group * 5;
      bytes[4] = 0;
      for (int place = 0; place < 4; place++) {
        const unsigned sample = 64 + (unsigned)__builtin_popcountll(next());
        bytes[place] = (uint8_t)(sample >> 2);
        bytes[4] |= (uint8_t)((sample & 3) << 2 * place);
      }
    }
  (void)!pwrite(camera, picture, sizeof picture, (off_t)number * step);
}

static void add_picture(unsigned number) {
  static uint8_t picture[picture_stride * height];
  FILE *file = fopen(picture_path(), "r");
  if (file) (void)!fread(picture, 1, sizeof picture, file), fclose(file);
  (void)!pwrite(camera, picture, sizeof picture, (off_t)number * step);
}

static int answer(unsigned long request, void *argument) {
  switch (request) {
  case VIDIOC_QUERYCAP: {
    struct v4l2_capability *found = argument;
    found->capabilities = V4L2_CAP_DEVICE_CAPS | V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    found->device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    return 0;
  }
  case VIDIOC_ENUM_FMT: {
    struct v4l2_fmtdesc *found = argument;
    if (found->index > 1) return errno = EINVAL, -1;
    found->pixelformat = found->index == 0 ? V4L2_PIX_FMT_MJPEG : pixel_format();
    return 0;
  }
  case VIDIOC_S_FMT: record("S_FMT", ((struct v4l2_format *)argument)->fmt.pix.pixelformat, 0);
  // fall through
  case VIDIOC_G_FMT: {
    struct v4l2_format *found = argument;
    found->fmt.pix.pixelformat = pixel_format();
    found->fmt.pix.width = width;
    found->fmt.pix.height = height;
    found->fmt.pix.bytesperline = stride();
    found->fmt.pix.sizeimage = stride() * height;
    return 0;
  }
  case VIDIOC_QUERYCTRL: {
    struct v4l2_queryctrl *found = argument;
    found->minimum = 3;
    found->maximum = 255;
    return 0;
  }
  case VIDIOC_S_CTRL: {
    struct v4l2_control *control = argument;
    if (control->id == V4L2_CID_AUTOGAIN) return errno = EINVAL, -1;
    record("S_CTRL", control->id, control->value);
    return 0;
  }
  case VIDIOC_REQBUFS: {
    struct v4l2_requestbuffers *wanted = argument;
    if (wanted->count > buffers) wanted->count = buffers;
    return 0;
  }
  case VIDIOC_QUERYBUF: {
    struct v4l2_buffer *found = argument;
    found->length = stride() * height;
    found->m.offset = found->index * step;
    return 0;
  }
  case VIDIOC_QBUF: queue[queued++] = ((struct v4l2_buffer *)argument)->index; return 0;
  case VIDIOC_DQBUF: {
    struct v4l2_buffer *filled = argument;
    if (queued == 0) return errno = EAGAIN, -1;
    filled->index = queue[0];
    memmove(queue, queue + 1, --queued * sizeof queue[0]);
    filled->bytesused = stride() * height;
    (picture_path() ? add_picture : add_noise)(filled->index);
    return 0;
  }
  case VIDIOC_STREAMON:
  case VIDIOC_STREAMOFF: record(request == VIDIOC_STREAMON ? "on" : "off", 0, 0); return 0;
  }
  return errno = ENOTTY, -1;
}

static const struct { const char *name; unsigned long request; } requests[] = {
    {"QUERYCAP", VIDIOC_QUERYCAP}, {"ENUM_FMT", VIDIOC_ENUM_FMT}, {"S_FMT", VIDIOC_S_FMT},
    {"G_FMT", VIDIOC_G_FMT},       {"REQBUFS", VIDIOC_REQBUFS},   {"QUERYBUF", VIDIOC_QUERYBUF},
    {"QBUF", VIDIOC_QBUF},         {"DQBUF", VIDIOC_DQBUF},       {"STREAMON", VIDIOC_STREAMON},
};

int ioctl(int descriptor, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (camera < 0 || descriptor != camera)
    return ((int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl"))(
        descriptor, request, argument);
  const char *failing = getenv("SHIM_FAIL");
  for (size_t i = 0; failing && i < sizeof requests / sizeof requests[0]; i++)
    if (requests[i].request == request && strcmp(requests[i].name, failing) == 0)
      return errno = EIO, -1;
  return answer(request, argument);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  if (strcmp(path, "/dev/video0") != 0)
    return ((int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open"))(path, flags, mode);
  // Without the file, the camera is not plugged in.
  if (picture_path() && access(picture_path(), F_OK) != 0) return -1;
  camera = memfd_create("camera", MFD_CLOEXEC);
  (void)!ftruncate(camera, (off_t)buffers * step);
  return camera;
}
