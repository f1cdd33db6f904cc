// The stream of changes. After a lost connection it reconnects and tells its listener to fetch what was missed. A hidden
// tab closes its stream after a while and polls instead: browsers allow only six connections to an address, and five
// people may play in five tabs.

const RETRY_AFTER_MS = [500, 1000, 2000, 4000, 5000];
const CLOSE_HIDDEN_AFTER_MS = 20_000;
const POLL_EVERY_MS = 5_000;

/** The changes received during each pending request. */
const pending = new Set();

/**
 * Awaits a response and collects the changes received meanwhile, because the response may be older than they are.
 * @template T
 * @param {Promise<T>} answer
 */
export async function withMissedChanges(answer) {
  /** @type {any[]} */
  const since = [];
  pending.add(since);
  try {
    return { result: await answer, since };
  } finally {
    pending.delete(since);
  }
}

/**
 * @param {string} address
 * @param {{change: (change: any) => void, lost: () => void, open: () => void, glance: () => void}} handlers
 * @returns {() => void} stops listening
 */
export function listen(address, handlers) {
  let source = null;
  let tries = 0;
  let retryTimer = 0;
  let closeTimer = 0;
  let pollTimer = 0;

  function connect() {
    clearTimeout(retryTimer);
    source = new EventSource(address);
    source.onopen = () => {
      tries = 0;
      // Changes before this connection were missed.
      handlers.open();
    };
    source.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      for (const since of pending) since.push(news);
      handlers.change(news);
    };
    source.onerror = () => {
      source?.close();
      handlers.lost();
      retryTimer = setTimeout(connect, RETRY_AFTER_MS[Math.min(tries, RETRY_AFTER_MS.length - 1)]);
      tries += 1;
    };
  }

  function pollInstead() {
    source?.close();
    source = null;
    clearTimeout(retryTimer);
    pollTimer = setInterval(handlers.glance, POLL_EVERY_MS);
  }

  function onVisibility() {
    clearTimeout(closeTimer);
    if (document.hidden) {
      closeTimer = setTimeout(pollInstead, CLOSE_HIDDEN_AFTER_MS);
    } else if (pollTimer) {
      clearInterval(pollTimer);
      pollTimer = 0;
      connect();
    } else if (source?.readyState === EventSource.CLOSED) {
      connect();
    }
  }

  document.addEventListener("visibilitychange", onVisibility);
  connect();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    clearTimeout(retryTimer);
    clearTimeout(closeTimer);
    clearInterval(pollTimer);
    source?.close();
  };
}
