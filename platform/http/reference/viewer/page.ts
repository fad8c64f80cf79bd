import { html } from 'hono/html';
import { exampleAccountId } from '#platform/http/reference/asked-parameters.ts';
import { type Markup, renderPage } from '#platform/http/reference/layout.ts';
import { addressesOf, type Reference } from '#platform/http/reference/reference.ts';
import { addressOfScript, addressOfStyle } from './assets.ts';
import { addressOfFile } from './files.ts';

/** A page that sends requests of an interface from the browser, with the key of a gym of the sandbox if there is one. */
export function renderViewer(
  { name, document, basePath, credential }: Reference,
  { hasSandbox, offersGym }: { hasSandbox: boolean; offersGym: boolean },
): Markup {
  const addresses = addressesOf(name);
  const scripts = [addressOfFile('swagger-ui-bundle.js'), addressOfScript];
  return renderPage({
    hasSandbox,
    address: addresses.page,
    title: `Try it: ${document.info.title}`,
    head: html`${[addressOfFile('swagger-ui.css'), addressOfStyle].map((address) => html`<link rel="stylesheet" href="${address}" />`)}
      ${scripts.map((address) => html`<script src="${address}" defer></script>`)}`,
    main: html`<noscript><p>This page needs JavaScript. <a href="${addresses.page}">The reference</a> has the same operations with a command for each, and needs none.</p></noscript>
      <p class="gym" data-gym="held" hidden>Requests are sent with the key of <b></b>, a gym of the sandbox, unless you enter another under “Authorize”, and name a member of it. This browser tab forgets the key when it is closed. <button type="button" data-forgets>Forget it now</button></p>
      <p class="gym" data-gym="none" hidden>${
        offersGym
          ? html`Requests need a key. <button class="main" type="button" data-creates>Create a gym and use its key</button> Or enter your own under “Authorize”.`
          : html`Requests need a key: enter it under “Authorize”.`
      } <span role="alert"></span></p>
      <p class="note"><a href="${addresses.page}">Reference with commands</a></p>
      <h2>Operations</h2>
      <div id="viewer" data-document="${addresses.triedDocument}" data-base-path="${basePath}" data-scheme="${Object.keys(document.components.securitySchemes)[0]}" data-credential="${credential.variable}" data-account="${exampleAccountId}"></div>`,
  });
}
