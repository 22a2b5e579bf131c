// Shows notifications, which arrive while no page is open, and leads to their games. The server sends
// each game's latest one only, so it replaces what is shown of the game.

addEventListener("push", (event) => {
  const { title, body, path, lang } = event.data.json();
  const looks = { body, lang, tag: path, renotify: true, data: path, icon: "/static/icon.svg" };
  event.waitUntil(registration.showNotification(title, looks));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

/** Show the page of a game: the one that is open, or else a new one. */
async function lead(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  await (page ? page.focus() : clients.openWindow(path));
}
