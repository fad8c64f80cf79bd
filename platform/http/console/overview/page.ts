import { html } from 'hono/html';
import { formatInstant, type Language } from '#platform/http/console/shell/language.ts';
import type { Markup } from '#platform/http/console/shell/shell.ts';
import type { Connectivity, ConnectivityState } from '#platform/services/gyms/connectivity.ts';
import type { GymFacts } from '#platform/services/gyms/get.ts';
import type { Credentials, Use } from '#platform/services/owners/list-credentials.ts';
import { bucketCapacity, bucketRefillPerSecond } from '#platform/services/rate-limits/bucket.ts';
import { overviewWords } from './words.ts';

interface Overview {
  gymId: string;
  gym: GymFacts;
  connectivity: ConnectivityState;
  credentials: Credentials;
}

export const renderOverview = (language: Language, overview: Overview): Markup =>
  html`${renderConnectivity(language, overview)}${renderRates(language, overview)}${renderGym(language, overview)}`;

const lookOf: Record<Connectivity, string> = { active: 'good', inactive: 'bad', never: '' };

function renderConnectivity(language: Language, { connectivity: state, gym }: Overview): Markup {
  const words = overviewWords[language];
  const { connectivity, lastReceivedAt, since } = state;
  const at = (instant: Date) => formatInstant(instant, language, gym.timeZone);
  return html`<section class="card" aria-labelledby="connectivity">
    <h2 id="connectivity">${words.connectivity}</h2>
    <p><span class="state ${lookOf[connectivity]}">${words.states[connectivity]}</span></p>
    <p>${words.explain[connectivity]}</p>
    ${
      lastReceivedAt
        ? html`<dl>
            <dt>${words.lastReceived}</dt><dd>${at(lastReceivedAt)}</dd>
            ${connectivity === 'inactive' && since ? html`<dt>${words.inactiveSince}</dt><dd>${at(since)}</dd>` : ''}
          </dl>`
        : ''
    }
    ${connectivity === 'inactive' ? html`<h3>${words.silent}</h3><ul>${words.steps.map((step) => html`<li>${step}</li>`)}</ul>` : ''}
  </section>`;
}

function renderRates(language: Language, { credentials, gym }: Overview): Markup {
  const words = overviewWords[language];
  const rows: { name: Markup; use: Use }[] = [
    ...credentials.apiKeys
      .filter(({ revokedAt }) => revokedAt === null)
      .map((key) => ({ name: html`${words.apiKey} <code>${key.keyId}</code>`, use: key })),
    ...(credentials.accessToken.createdAt ? [{ name: html`${words.accessToken}`, use: credentials.accessToken }] : []),
  ];
  return html`<section class="card" aria-labelledby="rate">
    <h2 id="rate">${words.rate}</h2>
    <p>${words.rateText(bucketCapacity, bucketRefillPerSecond)}</p>
    <div class="table" tabindex="0" role="group" aria-labelledby="rate">
      <table>
        <thead><tr><th scope="col">${words.credential}</th><th scope="col">${words.lastUsed}</th><th scope="col" class="number">${words.left}</th></tr></thead>
        <tbody>${rows.map(
          ({ name, use }) => html`<tr>
            <th scope="row">${name}</th>
            <td>${use.lastUsedAt ? formatInstant(use.lastUsedAt, language, gym.timeZone) : '–'}</td>
            <td class="number">${use.left} / ${bucketCapacity}</td>
          </tr>`,
        )}</tbody>
      </table>
    </div>
  </section>`;
}

function renderGym(language: Language, { gymId, gym, credentials }: Overview): Markup {
  const words = overviewWords[language];
  return html`<section class="card" aria-labelledby="gym">
    <h2 id="gym">${words.gym}</h2>
    <dl>
      <dt>${words.gymId}</dt><dd><code>${gymId}</code></dd>
      <dt>${words.gymNumber}</dt><dd><code>${credentials.accessToken.legacyGymId}</code></dd>
      <dt>${words.timeZone}</dt><dd>${gym.timeZone}<br /><span class="soft small">${words.timeZoneText}</span></dd>
    </dl>
  </section>`;
}
