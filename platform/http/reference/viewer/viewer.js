// Shows an interface in Swagger UI. The key of a gym of the sandbox is kept in the session storage of this tab: no URL
// contains it, and no other site can read it.

const heldAs = 'sandbox-gym';
const viewer = document.getElementById('viewer');
const { dataset } = viewer;
/** What is known of the gym whose key is used; null: of none. */
let gym = null;

/** Reads the gym that is held, and forgets one that has been removed. */
async function findHeld() {
  let held = null;
  try {
    held = JSON.parse(sessionStorage.getItem(heldAs) ?? 'null');
  } catch {
    return null; // this browser stores nothing
  }
  if (!held) return null;
  const response = await fetch('/sandbox/gyms').catch(() => undefined);
  // whether it is there is told on the sandbox's own machine alone
  if (!response?.ok) return held;
  const { gyms } = await response.json();
  if (gyms.some(({ gymId }) => gymId === held.sandboxGymId)) return held;
  sessionStorage.removeItem(heldAs);
  return null;
}

/** The gym's own values in place of the examples. */
async function loadDocument() {
  const text = await (await fetch(dataset.document)).text();
  const spec = JSON.parse(gym ? text.replaceAll(dataset.account, gym.accountId) : text);
  spec.servers = [{ url: `${location.origin}${dataset.basePath}` }];
  for (const methods of Object.values(spec.paths))
    for (const { parameters = [] } of Object.values(methods))
      for (const parameter of parameters)
        if (gym && parameter.required && parameter.name in gym) parameter.example = gym[parameter.name];
  return spec;
}

const isNothing = () => null;

/** Swagger UI gives its fields no names, which people hear who do not see the page. */
function nameFields() {
  for (const field of viewer.querySelectorAll(':is(input, select, textarea):not([aria-label])')) {
    const name = field.closest('tr')?.dataset.paramName;
    if (name) field.ariaLabel = name;
    else if (field.closest('.opblock-section-request-body'))
      field.ariaLabel = field.localName === 'select' ? 'Media type' : 'Body';
    else if (field.closest('.responses-wrapper')) field.ariaLabel = 'Media type';
  }
}
new MutationObserver(nameFields).observe(viewer, { childList: true, subtree: true });

async function show() {
  const swagger = SwaggerUIBundle({
    spec: await loadDocument(),
    domNode: viewer,
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    defaultModelsExpandDepth: -1,
    // its colours are set on elements, where no style sheet changes them
    syntaxHighlight: false,
    // sends the document to another site
    validatorUrl: null,
    plugins: [
      {
        wrapComponents: {
          // the page has these itself
          InfoContainer: () => isNothing,
          ServersContainer: () => isNothing,
          // a link within a button
          DeepLink:
            (_, { React }) =>
            ({ text }) =>
              React.createElement('span', null, text),
        },
      },
    ],
    onComplete: () => {
      if (gym) swagger.preauthorizeApiKey(dataset.scheme, gym[dataset.credential]);
    },
  });
}

async function createGym() {
  const response = await fetch('/sandbox/gyms', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
  const { name, gymId: sandboxGymId, v2, v1, members } = await response.json();
  const [{ accountId, email }] = members;
  const { gymId, accessToken } = v1;
  return { name, sandboxGymId, apiKey: v2.apiKey, accessToken, gymId, accountId, email };
}

function keep(kept) {
  if (kept) sessionStorage.setItem(heldAs, JSON.stringify(kept));
  else sessionStorage.removeItem(heldAs);
  location.reload();
}

async function createAndKeep() {
  const created = await createGym().catch((error) => error);
  if (created instanceof Error) return `No gym was created. ${created.message}`;
  try {
    keep(created);
    return '';
  } catch {
    return `${created.name} was created, but this browser stores nothing. Enter its key under “Authorize”: ${created[dataset.credential]}`;
  }
}

function showState() {
  const state = document.querySelector(`[data-gym=${gym ? 'held' : 'none'}]`);
  if (gym) state.querySelector('b').textContent = gym.name;
  state.hidden = false;
  document.querySelector('[data-forgets]').addEventListener('click', () => keep(null));
  const creates = document.querySelector('[data-creates]');
  creates?.addEventListener('click', async () => {
    creates.disabled = true;
    const complaint = await createAndKeep();
    state.querySelector('[role=alert]').textContent = complaint;
    if (complaint) creates.disabled = false;
  });
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const followColours = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
prefersDark.addEventListener('change', followColours);
followColours();

findHeld().then((held) => {
  gym = held;
  showState();
  return show();
});
