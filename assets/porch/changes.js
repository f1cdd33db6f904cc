// The stream of changes. After a lost connection it reconnects and tells its listener to fetch what was missed. A hidden
// tab closes its stream after a while and polls instead: browsers allow only six connections to an address, and five
// people may play in five tabs.

const PATIENCE = [500, 1000, 2000, 4000, 5000];
const UNSEEN = 20_000;
const NOW_AND_THEN = 5_000;

/** What changes while an answer is on its way, for each of those answers. */
const underWay = new Set();

/**
 * An answer, and what changed while it was on its way: it may tell of a moment before that.
 * @template T
 * @param {Promise<T>} answer
 */
export async function asked(answer) {
  /** @type {any[]} */
  const since = [];
  underWay.add(since);
  try {
    return { told: await answer, since };
  } finally {
    underWay.delete(since);
  }
}

/**
 * @param {string} address
 * @param {{change: (change: any) => void, lost: () => void, open: () => void, glance: () => void}} tell
 * @returns {() => void} stops listening
 */
export function listen(address, tell) {
  let source = null;
  let tries = 0;
  let again = 0;
  let soon = 0;
  let resting = 0;

  function connect() {
    clearTimeout(again);
    source = new EventSource(address);
    source.onopen = () => {
      tries = 0;
      // What happened before this connection was not heard.
      tell.open();
    };
    source.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      for (const since of underWay) since.push(news);
      tell.change(news);
    };
    source.onerror = () => {
      source?.close();
      tell.lost();
      again = setTimeout(connect, PATIENCE[Math.min(tries, PATIENCE.length - 1)]);
      tries += 1;
    };
  }

  function rest() {
    source?.close();
    source = null;
    clearTimeout(again);
    resting = setInterval(tell.glance, NOW_AND_THEN);
  }

  function onLook() {
    clearTimeout(soon);
    if (document.hidden) {
      soon = setTimeout(rest, UNSEEN);
    } else if (resting) {
      clearInterval(resting);
      resting = 0;
      connect();
    } else if (source?.readyState === EventSource.CLOSED) {
      connect();
    }
  }

  document.addEventListener("visibilitychange", onLook);
  connect();
  return () => {
    document.removeEventListener("visibilitychange", onLook);
    clearTimeout(again);
    clearTimeout(soon);
    clearInterval(resting);
    source?.close();
  };
}
