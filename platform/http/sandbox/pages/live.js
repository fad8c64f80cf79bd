// Loads the list again every second, as long as somebody looks at it. Without this file the page has a link for that.

const list = document.querySelector('[data-live]');
const button = document.querySelector('button[data-pauses]');
const everyMs = 1_000;

const isLookedAt = () => !document.hidden && button.ariaPressed !== 'true' && getSelection().isCollapsed;

/** The open details stay open. What has the focus stays, and the list waits while the row around it is not in the newer one. */
function replaceList(newer) {
  const open = [...list.querySelectorAll('details[open]')].map(({ id }) => id);
  for (const id of open) newer.querySelector(`[id="${id}"]`)?.setAttribute('open', '');
  if (newer.innerHTML === list.innerHTML) return;
  const kept = findKept(newer);
  if (!kept) return;
  for (const { element, same } of kept) replaceAround(element, same);
  if (kept.length === 0) list.replaceChildren(...newer.childNodes);
}

/** The elements that contain the focus, from the outside, as far as the newer list has them; undefined if their row is not in it. */
function findKept(newer) {
  const kept = [];
  for (let [container, counterpart] = [list, newer]; ; ) {
    const element = [...container.children].find((child) => child.contains(document.activeElement));
    if (!element) return kept;
    const { id, localName } = element;
    const named = ({ children }) => [...children].filter((child) => child.id === id && child.localName === localName);
    const [same, another] = named(counterpart);
    if (!same && id) return undefined;
    if (!same || another || named(container).length > 1) return kept;
    kept.push({ element, same });
    [container, counterpart] = [element, same];
  }
}

/** Moving an element would take the focus from it: so everything beside it is replaced. */
function replaceAround(element, same) {
  const siblings = [...same.parentNode.childNodes];
  const place = siblings.indexOf(same);
  for (const old of [...element.parentNode.childNodes]) if (old !== element) old.remove();
  element.before(...siblings.slice(0, place));
  element.after(...siblings.slice(place + 1));
}

async function refresh(ending) {
  const response = await fetch(location.href, { signal: ending.signal });
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const newer = page.querySelector('[data-live]');
  const refusal = response.status === 422 && page.querySelector('[role="alert"]');
  if (refusal && !ending.signal.aborted) {
    ending.abort();
    button.hidden = true;
    list.replaceChildren(refusal);
  }
  if (newer && isLookedAt()) replaceList(newer);
}

/** Until it is ended: a sandbox that was stopped may come back. */
function refreshUntil(ending) {
  setTimeout(async () => {
    if (isLookedAt() && !ending.signal.aborted) await refresh(ending).catch(() => {});
    if (!ending.signal.aborted) refreshUntil(ending);
  }, everyMs);
}

if (list) {
  button.hidden = false;
  document.querySelector('[data-refreshes]').hidden = true;
  button.addEventListener('click', () => {
    button.ariaPressed = String(button.ariaPressed !== 'true');
  });
  // the form may delete what is listed, and its answer is another page
  let ending = new AbortController();
  document.addEventListener('submit', () => ending.abort());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || !ending.signal.aborted) return;
    ending = new AbortController();
    refreshUntil(ending);
  });
  refreshUntil(ending);
}
