// The stream of changes. After a lost connection it reconnects and tells its listener to catch up.

const RETRY_AFTER_MS = [500, 1000, 2000, 4000, 8000];

/**
 * @param {{change: (version: string) => void, lost: () => void, open: () => void}} handlers
 * @returns {() => void} stops listening
 */
export function listen(handlers) {
  let source = null;
  let tries = 0;
  let timer = 0;

  function connect() {
    clearTimeout(timer);
    source?.close();
    source = new EventSource("events");
    source.onopen = () => {
      tries = 0;
      handlers.open();
    };
    source.addEventListener("change", ({ data }) => handlers.change(JSON.parse(data).version));
    // A browser gives up after an HTTP error, so reconnecting is done here in every case.
    source.onerror = () => {
      source.close();
      timer = setTimeout(connect, RETRY_AFTER_MS[Math.min(tries, RETRY_AFTER_MS.length - 1)]);
      tries += 1;
      handlers.lost();
    };
  }

  const close = () => (clearTimeout(timer), source.close());
  // A phone that wakes up does not wait for the next attempt.
  const wake = () => !document.hidden && source.readyState === EventSource.CLOSED && connect();
  const events = [
    [document, "visibilitychange", wake],
    [window, "online", wake],
    // A page that the browser keeps for going back would keep its connection too.
    [window, "pagehide", close],
    [window, "pageshow", wake],
  ];
  connect();
  for (const [target, name, listener] of events) target.addEventListener(name, listener);
  return () => {
    for (const [target, name, listener] of events) target.removeEventListener(name, listener);
    close();
  };
}
