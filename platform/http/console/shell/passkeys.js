// Lets a form of `renderPasskeyForm` use or create a passkey, and sends the authenticator's answer with it.

const { startAuthentication, startRegistration } = SimpleWebAuthnBrowser;

// browsers offer passkeys with HTTPS or at localhost only, and never for an IP address
const isOffered =
  isSecureContext && 'PublicKeyCredential' in globalThis && !/^[\d.]+$|^\[/.test(globalThis.location.hostname);

const startOf = { use: startAuthentication, create: startRegistration };

for (const form of document.querySelectorAll('form[data-passkey]')) {
  const { passkey, question, failed, already, elsewhere, alone, starts } = form.dataset;
  const button = form.querySelector('button');
  const mistake = form.querySelector('[role=alert]');
  const say = (text) => {
    mistake.textContent = text;
    mistake.hidden = text === '';
  };
  const run = async () => {
    const asked = await fetch(question, { method: 'POST' });
    if (asked.status === 409) return say(elsewhere);
    // the session has ended meanwhile, or has to be confirmed again
    if (asked.redirected || asked.status === 403) return location.reload();
    form.elements.answer.value = JSON.stringify(await startOf[passkey]({ optionsJSON: await asked.json() }));
    form.requestSubmit();
  };
  const start = async () => {
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    say('');
    await run().catch((error) => say(error.name === 'InvalidStateError' ? already : failed));
    button.ariaDisabled = null;
  };
  button.addEventListener('click', start);
  button.hidden = !isOffered;
  if (isOffered && starts !== undefined) start();
  if (!isOffered && alone !== undefined) say(elsewhere);
}
