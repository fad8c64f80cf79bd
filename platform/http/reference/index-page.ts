import { html } from 'hono/html';
import { type Markup, renderPage } from './layout.ts';
import { addressesOf, type InterfaceName } from './reference.ts';

/** Lists the interfaces, and says which one a new client should use. */
export const renderIndex = (hasSandbox: boolean): Markup =>
  renderPage({
    hasSandbox,
    address: '/reference',
    title: 'Interfaces of the platform',
    main: html`<article>
        <h2><a href="/reference/v2">Membership management API, version 2</a></h2>
        <p>Members, cards, visits, products, trainer tasks, messages and webhooks, by a key with permissions. Write new software for this one.</p>
        ${renderLinks('v2', 'version 2')}
      </article>
      <article>
        <h2><a href="/reference/v1">Gym interface, version 1</a></h2>
        <p>Members, visits, products and trainer tasks over the same data, by the access token of a gym. For software that speaks it already; members published here are brought over to version 2 by its migration.</p>
        ${renderLinks('v1', 'version 1')}
      </article>
      <article>
        <h2><a href="/reference/export">Data export</a></h2>
        <p>Weekly metrics, workouts, assessments and measurements of a gym: pages for every day, files for a year, and who does not share data. By a key with the permission <code>export</code>.</p>
        ${renderLinks('export', 'the data export')}
      </article>`,
  });

const renderLinks = (name: InterfaceName, title: string): Markup => {
  const { viewer, document, collection } = addressesOf(name);
  return html`<p class="links"><a href="${viewer}">Try ${title} in the browser</a> <a href="${document}">OpenAPI document of ${title}</a> <a href="${collection}">Postman collection of ${title}</a></p>`;
};
