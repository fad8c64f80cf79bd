import { connectAuthenticator } from '#e2e/base/authenticator.ts';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { hireStaff } from '#e2e/base/hire-staff.ts';

const email = 'passkeys@demo.example';

// the browser itself reports what a page requests between two others
test.use({ allowedConsoleError: /favicon|401/ });

test('a manager adds the passkey that the gym requires, signs in with it, and proves with it who gives access', async ({
  page,
  stack,
}) => {
  const locationId = await stack.findLocation();
  await hireStaff(stack, { email, name: 'Paula Kern', role: 'manager', locationIds: [locationId] });
  await hireStaff(stack, {
    email: 'nora@demo.example',
    name: 'Nora Frey',
    role: 'reception',
    locationIds: [locationId],
  });
  await connectAuthenticator(page);
  // passkeys belong to a name, never to an IP address
  const at = (path: string) => stack.deskUrl.replace('127.0.0.1', 'localhost') + path;
  const signIn = async (as = email) => {
    await page.context().clearCookies({ name: /session-token/ });
    await page.goto(at('/sign-in'));
    await page.getByLabel('E-mail').fill(as);
    await page.getByLabel('Password').fill(stack.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const openStaff = async () => {
    await page.goto(at('/'));
    await page.getByRole('link', { name: 'Office', exact: true }).click();
    await page.getByRole('link', { name: 'Staff', exact: true }).click();
  };
  const setRequired = async (requiredOf: 'Nobody' | 'Everybody') => {
    await openStaff();
    const need = page.getByRole('combobox', { name: 'Who needs a passkey' });
    await need.click();
    await page.getByRole('option', { name: requiredOf }).click();
    // the list is read again once the choice is saved
    const noras = page.getByRole('listitem', { name: 'Nora Frey' });
    await expect(noras.getByText('No passkey yet')).toBeVisible({ visible: requiredOf === 'Everybody' });
    await expect(need).toHaveText(requiredOf);
  };

  const checkIn = page.getByRole('heading', { name: 'Check-in', level: 1 });
  const asked = page.getByRole('heading', { name: 'Add a passkey', level: 1 });
  const later = page.getByRole('button', { name: 'Later' });
  const nora = 'nora@demo.example';
  const endTimeOfNora = () =>
    queryDatabase(stack, 'desk', [
      { text: `update staff set passkey_due_at = now() - interval '1 minute' where email = $1`, values: [nora] },
    ]);

  await signIn();
  await expect(checkIn).toBeVisible();
  // a manager who has none requires it of nobody
  await page.goto(at('/account'));
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
  await setRequired('Everybody');
  await signIn(nora);
  await expect(asked).toBeVisible();
  await expect(page.getByText(/You can put this off until \w+/)).toBeVisible();
  await later.click();
  await expect(checkIn).toBeVisible();

  // after the password, the passkey is asked for by itself
  await signIn();
  await expect(checkIn).toBeVisible();
  await page.context().clearCookies({ name: /session-token/ });
  await page.goto(at('/sign-in'));
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(checkIn).toBeVisible();

  await page.goto(at('/account'));
  const own = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(own).toHaveCount(1);
  await own.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your gym requires a passkey. Add another one first.').last()).toBeVisible();

  // after the seven days, Nora's password opens nothing but the page that adds a passkey
  await endTimeOfNora();
  await signIn(nora);
  await expect(page.getByText('You could put this off until')).toBeVisible();
  await expect(later).toBeHidden();
  for (const path of ['/', '/account', '/members']) {
    await page.goto(at(path));
    await expect(asked).toBeVisible();
  }
  const refused = await page.request.get(at(`/api/desk/presence?${new URLSearchParams({ locationId })}`));
  expect(refused.status()).toBe(401);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible();

  // a manager gives her seven more
  await signIn();
  await expect(checkIn).toBeVisible();
  await openStaff();
  const rowOfNora = page.getByRole('listitem', { name: 'Nora Frey' });
  await expect(rowOfNora.getByText('the password alone no longer lets them in')).toBeVisible();
  await rowOfNora.getByRole('button', { name: 'Allow 7 days without passkey: Nora Frey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Allow 7 days without passkey' }).click();
  await expect(rowOfNora.getByText('Can put it off until')).toBeVisible();

  await setRequired('Nobody');

  // some minutes later, giving access asks again
  await queryDatabase(stack, 'desk', [
    { text: `update staff_sessions set authenticated_at = authenticated_at - interval '6 minutes'` },
  ]);
  await openStaff();
  await page.getByRole('button', { name: 'New sign-in link: Nora Frey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New sign-in link' }).click();
  const question = page.getByRole('dialog', { name: 'Is it you?' });
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('dialog', { name: 'The link for Nora Frey' })).toBeVisible();

  // with the passkey, Nora goes on from where she was kept
  await queryDatabase(stack, 'desk', [
    { text: `update locations set passkeys_required_of = 'everybody' where id = $1`, values: [locationId] },
  ]);
  await endTimeOfNora();
  await signIn(nora);
  await expect(asked).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(checkIn).toBeVisible();
});
