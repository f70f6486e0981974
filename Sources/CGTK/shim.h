#include <adwaita.h>

// What Swift does not import: variadic calls, macros, and casts between GTK's types. Objects are
// passed as what they all are, GObject.

// Some widgets read these properties as markup, so every text is escaped there.
static inline void cgtk_set_string(void *object, const char *property, const char *value) {
  int is_markup = ADW_IS_PREFERENCES_GROUP(object)
      || (ADW_IS_STATUS_PAGE(object) && g_str_equal(property, "description"));
  if (!is_markup) {
    g_object_set(object, property, value, NULL);
    return;
  }
  char *escaped = g_markup_escape_text(value, -1);
  g_object_set(object, property, escaped, NULL);
  g_free(escaped);
}

static inline void cgtk_set_boolean(void *object, const char *property, gboolean value) {
  g_object_set(object, property, value, NULL);
}

static inline void cgtk_set_double(void *object, const char *property, double value) {
  g_object_set(object, property, value, NULL);
}

static inline void cgtk_set_object(void *object, const char *property, void *value) {
  g_object_set(object, property, value, NULL);
}

static inline void cgtk_set_text(void *view, const char *text, int count) {
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), text, count);
}

static inline void cgtk_set_label(void *widget, const char *label) {
  gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

// The text of a text view; free it with g_free.
static inline char *cgtk_text(void *view) {
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  return gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
}

static inline void cgtk_clear_text(void *view) {
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), "", 0);
}

// Types a text in place of what is selected, and shows where it ends.
static inline void cgtk_insert_text(void *view, const char *text, int count) {
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
  gtk_text_buffer_begin_user_action(buffer);
  gtk_text_buffer_delete_selection(buffer, TRUE, TRUE);
  gtk_text_buffer_insert_at_cursor(buffer, text, count);
  gtk_text_buffer_end_user_action(buffer);
  gtk_text_view_scroll_mark_onscreen(GTK_TEXT_VIEW(view), gtk_text_buffer_get_insert(buffer));
}

// The text of an entry or a row with one, which keeps it.
static inline const char *cgtk_editable_text(void *entry) {
  return gtk_editable_get_text(GTK_EDITABLE(entry));
}

static inline void cgtk_set_editable_text(void *entry, const char *text) {
  gtk_editable_set_text(GTK_EDITABLE(entry), text);
}

// At an index, or after all others if that is -1.
static inline void cgtk_insert_into_list(void *list, void *widget, int index) {
  gtk_list_box_insert(GTK_LIST_BOX(list), GTK_WIDGET(widget), index);
}

static inline void cgtk_remove_from_list(void *list, void *row) {
  gtk_list_box_remove(GTK_LIST_BOX(list), GTK_WIDGET(row));
}

static inline void cgtk_clear_list(void *list) {
  GtkWidget *row;
  while ((row = gtk_widget_get_first_child(GTK_WIDGET(list))))
    gtk_list_box_remove(GTK_LIST_BOX(list), row);
}

// The index of a row, or -1 if it is none.
static inline int cgtk_row_index(void *row) {
  return GTK_IS_LIST_BOX_ROW(row) ? gtk_list_box_row_get_index(GTK_LIST_BOX_ROW(row)) : -1;
}

// Selects the row at an index, or none if there is no such row.
static inline void cgtk_select_row(void *list, int index) {
  gtk_list_box_select_row(GTK_LIST_BOX(list), gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), index));
}

static inline void cgtk_add_class(void *widget, const char *name) {
  gtk_widget_add_css_class(GTK_WIDGET(widget), name);
}

static inline void cgtk_remove_class(void *widget, const char *name) {
  gtk_widget_remove_css_class(GTK_WIDGET(widget), name);
}

static inline void cgtk_focus(void *widget) { gtk_widget_grab_focus(GTK_WIDGET(widget)); }

static inline void cgtk_present(void *window) { gtk_window_present(GTK_WINDOW(window)); }

// Says something on the desktop, in place of what was said before.
static inline void cgtk_notify(void *application, const char *title) {
  GNotification *notice = g_notification_new(title);
  g_application_send_notification(G_APPLICATION(application), "notice", notice);
  g_object_unref(notice);
}

static inline void cgtk_withdraw_notice(void *application) {
  g_application_withdraw_notification(G_APPLICATION(application), "notice");
}

static inline void cgtk_attach(void *application, void *window) {
  gtk_window_set_application(GTK_WINDOW(window), GTK_APPLICATION(application));
}

static inline int cgtk_run(void *application) {
  return g_application_run(G_APPLICATION(application), 0, NULL);
}

static inline void *cgtk_key_controller(void *widget) {
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(GTK_WIDGET(widget), keys);
  return keys;
}

static inline void cgtk_style(const char *css, long count) {
  GtkCssProvider *provider = gtk_css_provider_new();
  gtk_css_provider_load_from_data(provider, css, count);
  gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_unref(provider);
}

static inline GdkClipboard *cgtk_clipboard(void) {
  return gdk_display_get_clipboard(gdk_display_get_default());
}

// Puts a text on the clipboard, marked as a secret for programs that keep what was copied. GTK 4.8
// names this mark to others, but does not serve its content: its name has no slash.
static inline void cgtk_copy_secret(char *text) {
  GBytes *hint = g_bytes_new_static("secret", 6);
  GdkContentProvider *parts[] = {
      gdk_content_provider_new_typed(G_TYPE_STRING, text),
      gdk_content_provider_new_for_bytes("x-kde-passwordManagerHint", hint),
  };
  GdkContentProvider *both = gdk_content_provider_new_union(parts, 2);
  gdk_clipboard_set_content(cgtk_clipboard(), both);
  g_object_unref(both);
  g_bytes_unref(hint);
  explicit_bzero(text, strlen(text));
  g_free(text);
}

static void cgtk_copy_from_label(GtkLabel *label) {
  int start, end;
  if (gtk_label_get_selection_bounds(label, &start, &end))
    cgtk_copy_secret(g_utf8_substring(gtk_label_get_text(label), start, end));
  g_signal_stop_emission_by_name(label, "copy-clipboard");
}

static void cgtk_copy_from_view(GtkTextView *view) {
  GtkTextIter start, end;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
  if (gtk_text_buffer_get_selection_bounds(buffer, &start, &end))
    cgtk_copy_secret(gtk_text_buffer_get_text(buffer, &start, &end, FALSE));
  g_signal_stop_emission_by_name(view, "copy-clipboard");
}

static void cgtk_cut_from_view(GtkTextView *view) {
  g_signal_emit_by_name(view, "copy-clipboard");
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(view);
  gtk_text_buffer_delete_selection(buffer, TRUE, TRUE);
  gtk_text_view_scroll_mark_onscreen(view, gtk_text_buffer_get_insert(buffer));
  g_signal_stop_emission_by_name(view, "cut-clipboard");
}

// Marks what a person copies from a label or a text view.
static inline void cgtk_hint_copies(void *widget) {
  if (GTK_IS_LABEL(widget)) {
    g_signal_connect(widget, "copy-clipboard", G_CALLBACK(cgtk_copy_from_label), NULL);
    return;
  }
  g_signal_connect(widget, "copy-clipboard", G_CALLBACK(cgtk_copy_from_view), NULL);
  g_signal_connect(widget, "cut-clipboard", G_CALLBACK(cgtk_cut_from_view), NULL);
}

// Whether another program has put a text there. The text itself stays unread.
static inline gboolean cgtk_has_foreign_text(void) {
  GdkClipboard *clipboard = cgtk_clipboard();
  return !gdk_clipboard_is_local(clipboard) &&
         gdk_content_formats_contain_gtype(gdk_clipboard_get_formats(clipboard), G_TYPE_STRING);
}

// Any signal, with its parameters. The handler returns whether it is done with it.
typedef gboolean (*CGTKHandler)(void *context, const GValue *values, unsigned count);

static void cgtk_marshal(GClosure *closure, GValue *result, guint count, const GValue *values,
                         gpointer hint, gpointer handler) {
  (void)hint;
  gboolean handled = ((CGTKHandler)handler)(closure->data, values, count);
  if (result && G_VALUE_HOLDS_BOOLEAN(result)) g_value_set_boolean(result, handled);
}

static inline void cgtk_connect(void *object, const char *signal, CGTKHandler handler, void *context,
                                void (*drop)(void *context, GClosure *closure)) {
  GClosure *closure = g_closure_new_simple(sizeof(GClosure), context);
  g_closure_set_meta_marshal(closure, (gpointer)handler, cgtk_marshal);
  g_closure_add_finalize_notifier(closure, context, drop);
  g_signal_connect_closure(object, signal, closure, FALSE);
}

// A parameter of a signal.
static inline unsigned cgtk_number(const GValue *value) {
  return G_VALUE_HOLDS_UINT(value)  ? g_value_get_uint(value)
         : G_VALUE_HOLDS_INT(value)   ? (unsigned)g_value_get_int(value)
         : G_VALUE_HOLDS_FLAGS(value) ? g_value_get_flags(value)
                                      : 0;
}

static inline void *cgtk_object(const GValue *value) {
  return G_VALUE_HOLDS_OBJECT(value) ? g_value_get_object(value) : NULL;
}

static inline void cgtk_append_leaf(void *leaflet, void *page) {
  adw_leaflet_append(ADW_LEAFLET(leaflet), GTK_WIDGET(page));
}

static inline void cgtk_add_named(void *stack, void *page, const char *name) {
  gtk_stack_add_named(GTK_STACK(stack), GTK_WIDGET(page), name);
}

static inline gboolean cgtk_get_boolean(void *object, const char *property) {
  gboolean value = FALSE;
  g_object_get(object, property, &value, NULL);
  return value;
}

static inline void cgtk_center_lines(void *label) {
  gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
}

static inline void cgtk_set_align(void *widget, GtkAlign align) {
  gtk_widget_set_halign(GTK_WIDGET(widget), align);
}

static gboolean cgtk_scroll_now(gpointer window) {
  GtkAdjustment *rows = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(window));
  if (g_object_get_data(G_OBJECT(window), "is-at-end")) gtk_adjustment_set_value(rows, gtk_adjustment_get_upper(rows));
  return FALSE;
}

// Once the rows have their places: what is set while GTK gives them out moves nothing on the screen.
static void cgtk_scroll_soon(gpointer window) {
  g_idle_add_full(G_PRIORITY_LOW, cgtk_scroll_now, g_object_ref(window), g_object_unref);
}

// Whether the end is on the screen: it stays there if there is more above it, or less room.
static void cgtk_remember_end(GtkAdjustment *rows, gpointer window) {
  const double end = gtk_adjustment_get_upper(rows) - gtk_adjustment_get_page_size(rows);
  g_object_set_data(G_OBJECT(window), "is-at-end", GINT_TO_POINTER(gtk_adjustment_get_value(rows) >= end - 1));
}

static void cgtk_keep_end(GtkAdjustment *rows, gpointer window) {
  cgtk_scroll_soon(window);
}

static inline void cgtk_stay_at_end(void *window) {
  GtkAdjustment *rows = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(window));
  cgtk_remember_end(rows, window);
  g_signal_connect_object(rows, "value-changed", G_CALLBACK(cgtk_remember_end), window, 0);
  g_signal_connect_object(rows, "changed", G_CALLBACK(cgtk_keep_end), window, 0);
}

static inline void cgtk_scroll_to_start(void *window) {
  g_object_set_data(G_OBJECT(window), "is-at-end", NULL);
  gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(window)), 0);
}

// Where what is scrolled stands.
static inline void *cgtk_position(void *window) {
  return gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(window));
}

// Whether less than a page is left below what is on the screen.
static inline gboolean cgtk_is_near_end(void *window) {
  GtkAdjustment *rows = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(window));
  return gtk_adjustment_get_value(rows) + 2 * gtk_adjustment_get_page_size(rows) > gtk_adjustment_get_upper(rows);
}

static inline void cgtk_set_least_columns(void *label, int columns) {
  gtk_label_set_width_chars(GTK_LABEL(label), columns);
}

static inline void cgtk_scroll_to_end(void *window) {
  g_object_set_data(G_OBJECT(window), "is-at-end", GINT_TO_POINTER(TRUE));
  cgtk_scroll_soon(window);
}

// The object with an id; NULL if there is none.
static inline void *cgtk_build(void *builder, const char *id) {
  return gtk_builder_get_object(GTK_BUILDER(builder), id);
}

// Lets the labels of buttons wrap if text is larger than usual now: a narrow window has no room for
// them otherwise.
static inline void cgtk_wrap_buttons(void *builder) {
  int dpi = 0; // in 1/1024
  g_object_get(gtk_settings_get_default(), "gtk-xft-dpi", &dpi, NULL);
  if (dpi <= 96 * 1024) return;
  GSList *objects = gtk_builder_get_objects(GTK_BUILDER(builder));
  for (GSList *item = objects; item; item = item->next) {
    if (!GTK_IS_BUTTON(item->data)) continue;
    GtkWidget *label = gtk_button_get_child(GTK_BUTTON(item->data));
    if (!GTK_IS_LABEL(label)) continue;
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_CENTER);
  }
  g_slist_free(objects);
}

static inline void cgtk_name_buttons(GtkWidget *widget, const char *name) {
  if (GTK_IS_BUTTON(widget)) cgtk_set_label(widget, name);
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
    cgtk_name_buttons(child, name);
}

// Gives names to the buttons that libadwaita puts into rows: a screen reader says "GtkImage" otherwise.
static inline void cgtk_name_row_buttons(void *builder) {
  GSList *objects = gtk_builder_get_objects(GTK_BUILDER(builder));
  for (GSList *item = objects; item; item = item->next)
    if (ADW_IS_ENTRY_ROW(item->data))
      cgtk_name_buttons(
          GTK_WIDGET(item->data),
          ADW_IS_PASSWORD_ENTRY_ROW(item->data) ? "Show or hide the passphrase" : "Apply");
  g_slist_free(objects);
}

// Lets a person choose a file. The signal "response" says that they did.
static inline void *cgtk_file_chooser(const char *title, void *window, int for_folder) {
  GtkFileChooserAction action =
      for_folder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN;
  void *chooser = gtk_file_chooser_native_new(title, GTK_WINDOW(window), action, NULL, NULL);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(chooser), TRUE);
  return chooser;
}

// Closes it, and lets go of everything that waits for its answer.
static inline void cgtk_end_chooser(void *chooser) {
  gtk_native_dialog_destroy(GTK_NATIVE_DIALOG(chooser));
}

// Begins in a folder.
static inline void cgtk_choose_in(void *chooser, const char *path) {
  GFile *folder = g_file_new_for_path(path);
  gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(chooser), folder, NULL);
  g_object_unref(folder);
}

static inline void cgtk_show_chooser(void *chooser) {
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

static inline char *cgtk_path(GFile *file) { return file ? g_file_get_path(file) : NULL; }

// The path that was chosen; free it with g_free. NULL if there is none.
static inline char *cgtk_chosen_path(void *chooser) {
  GFile *file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(chooser));
  char *path = cgtk_path(file);
  g_clear_object(&file);
  return path;
}

// Opens a folder in the desktop's file manager.
static inline void cgtk_show_folder(
    void *window, const char *path, GAsyncReadyCallback shown, void *context) {
  char *uri = g_filename_to_uri(path, NULL, NULL);
  gtk_show_uri_full(GTK_WINDOW(window), uri, GDK_CURRENT_TIME, NULL, shown, context);
  g_free(uri);
}

// Whether it was opened.
static inline gboolean cgtk_folder_is_shown(void *window, GAsyncResult *result) {
  return gtk_show_uri_full_finish(GTK_WINDOW(window), result, NULL);
}

// Files that are dropped on a widget or on anything in it, or texts that are dropped where nothing else
// takes them. The signal "drop" brings them.
static inline void *cgtk_drop_target(void *widget, gboolean takes_files) {
  GtkDropTarget *target =
      gtk_drop_target_new(takes_files ? GDK_TYPE_FILE_LIST : G_TYPE_STRING, GDK_ACTION_COPY);
  // A text view would take the name of a file.
  if (takes_files)
    gtk_event_controller_set_propagation_phase(GTK_EVENT_CONTROLLER(target), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(GTK_WIDGET(widget), GTK_EVENT_CONTROLLER(target));
  return target;
}

static inline const GValue *cgtk_dropped(const GValue *value) {
  return G_VALUE_HOLDS(value, G_TYPE_VALUE) ? (const GValue *)g_value_get_boxed(value) : value;
}

// The path of a file that was dropped; free it with g_free. NULL if there are no more.
static inline char *cgtk_dropped_path(const GValue *value, unsigned index) {
  value = cgtk_dropped(value);
  if (!G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST)) return NULL;
  GSList *files = gdk_file_list_get_files((GdkFileList *)g_value_get_boxed(value));
  GSList *file = g_slist_nth(files, index);
  char *path = file ? cgtk_path(G_FILE(file->data)) : NULL;
  g_slist_free(files);
  return path;
}

static inline char *cgtk_dropped_text(const GValue *value) {
  value = cgtk_dropped(value);
  return G_VALUE_HOLDS_STRING(value) ? g_value_dup_string(value) : NULL;
}

// Shows a picture of three bytes for each pixel.
static inline void cgtk_show_pixels(
    void *picture, const unsigned char *pixels, int width, int height) {
  GBytes *bytes = g_bytes_new(pixels, (gsize)width * height * 3);
  GdkTexture *texture =
      gdk_memory_texture_new(width, height, GDK_MEMORY_R8G8B8, bytes, (gsize)width * 3);
  gtk_picture_set_paintable(GTK_PICTURE(picture), GDK_PAINTABLE(texture));
  g_object_unref(texture);
  g_bytes_unref(bytes);
}

static inline void cgtk_show_nothing(void *picture) {
  gtk_picture_set_paintable(GTK_PICTURE(picture), NULL);
}

// Sees every event first, by its signal "event".
static inline void *cgtk_event_controller(void *widget) {
  GtkEventController *events = gtk_event_controller_legacy_new();
  gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller(GTK_WIDGET(widget), events);
  return events;
}

// Whether an event comes from a person. GDK invents motions of a resting pointer when the widgets
// under it move.
static inline gboolean cgtk_is_touch(const GValue *value) {
  static double last_x, last_y;
  GdkEvent *event = g_value_peek_pointer(value);
  double x, y;
  switch (gdk_event_get_event_type(event)) {
    case GDK_KEY_PRESS:
    case GDK_BUTTON_PRESS:
    case GDK_SCROLL:
    case GDK_TOUCH_BEGIN:
    case GDK_TOUCH_UPDATE:
      return TRUE;
    case GDK_MOTION_NOTIFY:
      if (!gdk_event_get_position(event, &x, &y) || (x == last_x && y == last_y)) return FALSE;
      last_x = x;
      last_y = y;
      return TRUE;
    default:
      return FALSE;
  }
}

// Nothing that is chosen here is remembered elsewhere, and the middle button pastes nothing: GTK would
// paste it without a look at it.
static inline void cgtk_set_up(void) {
  g_object_set(
      gtk_settings_get_default(), "gtk-recent-files-enabled", FALSE, "gtk-enable-primary-paste", FALSE, NULL);
}

// Asks a window to close, as its button does.
static inline void cgtk_close(void *window) { gtk_window_close(GTK_WINDOW(window)); }

static inline void cgtk_quit(void *application) { g_application_quit(G_APPLICATION(application)); }
