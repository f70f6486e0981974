"""A window from which a file can be dragged, like a file manager's: usage: files.py FILE.

Says so once it is there."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, Gtk


def show(application):
    window = Gtk.ApplicationWindow(application=application, default_width=200, default_height=200)
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(sys.argv[1])])
    label = Gtk.Label(label="a file", hexpand=True, vexpand=True)
    label.add_controller(Gtk.DragSource(content=Gdk.ContentProvider.new_for_value(files)))
    window.set_child(label)
    window.present()
    print("shown", flush=True)


application = Gtk.Application()
application.connect("activate", show)
application.run()
