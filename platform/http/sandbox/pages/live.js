// Loads the list again every second, as long as somebody looks at it. Without this file the page has a link for that.

const list = document.querySelector('[data-live]');
const button = document.querySelector('button[data-pauses]');
const everyMs = 1_000;

const isLookedAt = () =>
  !document.hidden &&
  button.ariaPressed !== 'true' &&
  !list.contains(document.activeElement) &&
  getSelection().isCollapsed;

/** The open details stay open. */
function replaceList(newer) {
  const open = [...list.querySelectorAll('details[open]')].map(({ id }) => id);
  for (const id of open) newer.querySelector(`[id="${id}"]`)?.setAttribute('open', '');
  if (newer.innerHTML !== list.innerHTML) list.replaceChildren(...newer.childNodes);
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
