"""Another program's window, from which something can be dragged: usage: drag_source.py file|text WHAT.

Says so once it is there."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, Gtk


def show(application):
    window = Gtk.ApplicationWindow(application=application, default_width=200, default_height=200)
    kind, dragged = sys.argv[1:]
    if kind == "file":
        dragged = Gdk.FileList.new_from_list([Gio.File.new_for_path(dragged)])
    label = Gtk.Label(label=f"a {kind}", hexpand=True, vexpand=True)
    label.add_controller(Gtk.DragSource(content=Gdk.ContentProvider.new_for_value(dragged)))
    window.set_child(label)
    window.present()
    print("shown", flush=True)


application = Gtk.Application()
application.connect("activate", show)
application.run()
