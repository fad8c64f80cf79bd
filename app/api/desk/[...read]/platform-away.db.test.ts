import { expect, test } from 'vitest';
import { browserRequest, signIn } from '#lib/testing/browser.ts';
import { giveCardsTo } from '#lib/testing/fake-cards.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { GET } from './route.ts';

const testDesk = setUpStartedDesk();

test('reads that need the platform fail during an outage, and work again after it', async () => {
  const here = await testDesk.openLocation();
  const fake = giveCardsTo(here.platform);
  fake.products.push({ productId: '7', title: 'Sauna' });
  const lena = inventMember();
  here.platform.members.push(lena);
  await signIn(testDesk, 'reception', here);
  const path = pathAt(here.location.id, `/api/desk/members/${lena.account.accountId}/products`);
  const read = () => browserRequest(`http://desk${path}`).then(GET);
  fake.fault = () => 'reset';
  const refusal = await read();
  expect(refusal.status).toBe(503);
  expect(await refusal.json()).toMatchObject({ ok: false, error: { code: 'platformUnavailable', retryable: true } });
  fake.fault = () => null;
  const answer = await read();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ products: [{ title: 'Sauna' }] });
});
