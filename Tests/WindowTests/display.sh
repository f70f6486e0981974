#!/bin/sh
# Runs a command with a screen and a session bus of its own: display.sh DIR COMMAND...
# HOME and the runtime directory are in DIR.
set -eu
export HOME="$1/home" XDG_RUNTIME_DIR="$1/run" GDK_BACKEND=x11 GSK_RENDERER=cairo LC_ALL=C.UTF-8
# What is remembered for the desktop is in a file, too.
export GSETTINGS_BACKEND=keyfile
unset VERNAM_VAULT VERNAM_PASSPHRASE_FILE XDG_DATA_HOME XDG_STATE_HOME XDG_CONFIG_HOME
mkdir -p "$HOME/.config" "$HOME/Downloads"
printf 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n' >"$HOME/.config/user-dirs.dirs"
mkdir -p -m 700 "$XDG_RUNTIME_DIR"
mkfifo "$1/display"
# With -noreset, the screen stays when its last client goes. By itself it would choose a number that
# is free within its network namespace, though all screens write server-NUMBER.xkm in one folder.
Xvfb ":$$" -displayfd 3 -noreset -nolisten tcp -fbdir "$1" -screen 0 1280x900x24 3>"$1/display" >"$1/xvfb" 2>&1 &
screen=$!
trap 'kill $screen 2>/dev/null || true' EXIT
read -r number <"$1/display" || {
  cat "$1/xvfb" >&2
  exit 69
}
# What is on the screen is in a file (xwd).
export DISPLAY=":$number" SCREEN_FILE="$1/Xvfb_screen0"
shift
dbus-run-session -- "$@"
