// Loads the list again every second, as long as somebody looks at it. Without this file the page has a link for that.

const list = document.querySelector('[data-live]');
const button = document.querySelector('button[data-pauses]');
const everyMs = 1_000;

const isLookedAt = () => !document.hidden && button.ariaPressed !== 'true' && getSelection().isCollapsed;

/** The open details stay open. The row that has the focus stays as it is; where the newer list has no such row, nothing is replaced. */
function replaceList(newer) {
  const open = [...list.querySelectorAll('details[open]')].map(({ id }) => id);
  for (const id of open) newer.querySelector(`[id="${id}"]`)?.setAttribute('open', '');
  if (newer.innerHTML === list.innerHTML) return;
  const focused = document.activeElement;
  if (list.contains(focused)) replaceAround(focused.closest('tr, details'), newer);
  else list.replaceChildren(...newer.childNodes);
}

/** Moving an element would take the focus from it: so everything beside it is replaced. */
function replaceAround(row, newer) {
  const same = row && [...newer.querySelectorAll(row.localName)].find((one) => one.isEqualNode(row));
  if (!same) return;
  const rows = [...same.parentNode.childNodes];
  const place = rows.indexOf(same);
  for (const old of [...row.parentNode.childNodes]) if (old !== row) old.remove();
  row.before(...rows.slice(0, place));
  row.after(...rows.slice(place + 1));
}

async function refresh() {
  const response = await fetch(location.href);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const newer = page.querySelector('[data-live]');
  if (newer && isLookedAt()) replaceList(newer);
}

if (list) {
  button.hidden = false;
  document.querySelector('[data-refreshes]').hidden = true;
  button.addEventListener('click', () => {
    button.ariaPressed = String(button.ariaPressed !== 'true');
  });
  // a sandbox that was stopped may come back
  const next = () =>
    setTimeout(() => (isLookedAt() ? refresh().catch(() => {}) : Promise.resolve()).then(next), everyMs);
  next();
}
