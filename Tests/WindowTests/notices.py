"""A desktop that keeps notices: prints what each says, and "gone" when one is withdrawn."""

from gi.repository import Gio, GLib

INTERFACE = """<node><interface name="org.freedesktop.Notifications">
  <method name="Notify">
    <arg type="s" direction="in"/> <arg type="u" direction="in"/> <arg type="s" direction="in"/>
    <arg type="s" direction="in"/> <arg type="s" direction="in"/> <arg type="as" direction="in"/>
    <arg type="a{sv}" direction="in"/> <arg type="i" direction="in"/> <arg type="u" direction="out"/>
  </method>
  <method name="CloseNotification"> <arg type="u" direction="in"/> </method>
  <method name="GetCapabilities"> <arg type="as" direction="out"/> </method>
</interface></node>"""


def called(bus, sender, path, interface, method, arguments, invocation):
    if method == "Notify":
        _, _, _, title, text, *_ = arguments.unpack()
        print(f"{title}|{text}", flush=True)
        invocation.return_value(GLib.Variant("(u)", (1,)))
    elif method == "CloseNotification":
        print("gone", flush=True)
        invocation.return_value(None)
    else:
        invocation.return_value(GLib.Variant("(as)", ([],)))


def connected(bus, name):
    description = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
    bus.register_object("/org/freedesktop/Notifications", description, called, None, None)


def owned(bus, name):
    print("ready", flush=True)


Gio.bus_own_name(Gio.BusType.SESSION, "org.freedesktop.Notifications", 0, connected, owned, None)
GLib.MainLoop().run()
