import { html } from 'hono/html';
import { webhookEventTypes } from '#contracts/v2/webhooks.ts';
import type { Language } from '#platform/http/console/shell/language.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import { webhookWords } from '#platform/http/console/webhooks/words.ts';
import type { createSandboxGym } from '#platform/simulator/gyms/create-sandbox-gym.ts';
import type { listSandboxGyms } from '#platform/simulator/gyms/list-sandbox-gyms.ts';
import { resetWords } from './reset-words.ts';
import { type SandboxWords, sandboxWords } from './words.ts';

type ListedGym = Awaited<ReturnType<typeof listSandboxGyms>>[number];

interface GymList {
  /** Oldest first. */
  gyms: ListedGym[];
  /** Whether there is a demo that can be set back. */
  hasDemo: boolean;
  format: (instant: Date) => string;
}

/** The types that need no member to be named. */
const causedTypes = webhookEventTypes.filter((type) => type !== 'MEMBERSHIP_DELETE');

/** A form for a new gym, the gyms that were made, each with a form that causes an event in it, and the demo. */
export function renderGyms(language: Language, { gyms, hasDemo, format }: GymList): Markup {
  const [words, ofReset] = [sandboxWords[language], resetWords[language]];
  return html`<p>${words.gymsText}</p>
    <form class="card" method="post" action="/sandbox/pages/gyms">
      <div class="field">
        <label for="name">${words.gymName}</label>
        <input id="name" name="name" maxlength="100" required value="${words.newGymName}" autocomplete="off" />
      </div>
      <div class="choices"><label><input type="checkbox" name="isUnlimited" value="yes" /> ${words.isUnlimited}</label></div>
      <button class="main">${words.createGym}</button>
    </form>
    <section aria-labelledby="gyms">
      <h2 id="gyms">${words.gymsMade}</h2>
      ${gyms.length === 0 ? html`<p class="soft">${words.noGyms}</p>` : html`<ul class="plain">${gyms.toReversed().map((gym) => renderGym(language, gym, format))}</ul>`}
    </section>
    ${
      hasDemo
        ? html`<section class="card" aria-labelledby="demo">
      <h2 id="demo">${ofReset.demo}</h2>
      <p>${ofReset.demoText}</p>
      <a class="button" href="/sandbox/pages/reset">${ofReset.askDemo}</a>
    </section>`
        : ''
    }`;
}

function renderGym(language: Language, gym: ListedGym, format: GymList['format']): Markup {
  const words = sandboxWords[language];
  const { gymId, name, createdAt, isLimited } = gym;
  const own = `/sandbox/pages/gyms/${gymId}`;
  return html`<li class="card">
    <h3 id="gym-${gymId}">${name}</h3>
    <p class="soft small">${format(createdAt)} · <code>${gymId}</code>${isLimited ? '' : html` · ${words.unlimited}`}</p>
    <form class="actions" method="post" action="${own}/event">
      <select name="type" aria-label="${words.event}" aria-describedby="gym-${gymId}">${causedTypes.map((type) => html`<option value="${type}">${webhookWords[language].types[type]} (${type})</option>`)}</select>
      <button aria-describedby="gym-${gymId}">${words.causeEvent}</button>
    </form>
    <div class="actions">
      <a class="button" href="/sandbox?gymId=${gymId}">${words.requests}</a>
      <a class="button" href="/sandbox/pages/phones?gymId=${gymId}" aria-describedby="gym-${gymId}">${words.phonesTitle}</a>
      <a class="button" href="${own}" aria-describedby="gym-${gymId}">${words.clockAndTraining}</a>
      <a class="button" href="${own}/reset" aria-describedby="gym-${gymId}">${resetWords[language].askGym}</a>
      <form method="post" action="${own}/remove"><button class="danger" aria-describedby="gym-${gymId}">${words.removeGym}</button></form>
    </div>
  </li>`;
}

type CreatedSandboxGym = Awaited<ReturnType<typeof createSandboxGym>>;

/** The credentials of a gym that was just made. Only hashes of them are stored, so no other page has them. */
export function renderCredentials(words: SandboxWords, gym: CreatedSandboxGym, address: string): Markup {
  const { apiKey, accessToken, legacyGymId, gymId, ownerToken, members, unknownRfid, tans } = gym;
  const ownerLink = `/console/link/${ownerToken}`;
  // safe because: it is a key of `tans`
  const caseOf = (shows: string) => words.cases[shows as keyof typeof tans];
  const [member] = members;
  const { accountId, email } = member ?? {};
  const own = { name: gym.name, sandboxGymId: gymId, apiKey, accessToken, gymId: legacyGymId, accountId, email };
  return html`<p>${words.credentialsText}</p>
    <section class="card">
      <dl class="credentials">
        ${renderValue(words, 'gym-id', words.gym, gymId)}
        ${renderValue(words, 'api-key', words.apiKey, apiKey)}
        ${renderValue(words, 'v2', words.interfaces.v2, `${address}/api/v2`)}
        ${renderValue(words, 'export', words.interfaces.export, `${address}/api/v1/data`)}
        ${renderValue(words, 'v1', words.interfaces.v1, `${address}/v1`)}
        ${renderValue(words, 'gym-number', words.gymNumber, String(legacyGymId))}
        ${renderValue(words, 'access-token', words.accessToken, accessToken)}
      </dl>
      <p class="actions"><a class="button main" href="/reference/v2/try" target="_blank" rel="opener" data-gym="${JSON.stringify(own)}">${words.tryIt}</a> <a class="button" href="${ownerLink}">${words.signInAsOwner}</a> <a href="/sandbox/pages/gyms">${words.allGyms}</a></p>
    </section>
    <h2>${words.members}</h2>
    <table class="stacked">
      <thead><tr>${[words.shows, words.card, words.member, words.accountId].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${members.map(
        ({ shows, rfid, firstName, lastName, accountId }) => html`<tr>
          <th scope="row" data-column="${words.shows}"><span>${words.cases[shows]}</span></th>
          <td data-column="${words.card}"><code>${rfid}</code></td>
          <td data-column="${words.member}"><a href="/sandbox/pages/phones?accountId=${accountId}">${firstName} ${lastName}</a></td>
          <td data-column="${words.accountId}"><code>${accountId}</code></td>
        </tr>`,
      )}
      <tr><th scope="row" data-column="${words.shows}"><span>${words.cases.cardUnknown}</span></th><td data-column="${words.card}"><code>${unknownRfid}</code></td><td></td><td></td></tr></tbody>
    </table>
    <h2>${words.tans}</h2>
    <dl>${Object.entries(tans).map(([shows, tan]) => html`<dt>${caseOf(shows)}</dt><dd><code>${tan}</code></dd>`)}</dl>`;
}

const renderValue = (words: SandboxWords, id: string, name: string, value: string): Markup =>
  html`<dt>${name}</dt>
    <dd class="actions"><code id="${id}">${value}</code>
      <button type="button" data-copies="${id}" data-copied="${words.copied}" aria-label="${words.copyOf(name)}" hidden>${words.copy}</button><span role="status"></span></dd>`;
