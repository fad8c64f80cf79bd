import { html } from 'hono/html';
import { type Language, languages } from './language.ts';
import type { Markup } from './shell.ts';

/** The name of each language is written in that language. */
const nameOfLanguage = { en: 'English', de: 'Deutsch' } as const;

interface LanguageForm {
  current: Language;
  /** Receives the choice. */
  action: string;
  /** The accessible name. */
  label: string;
  /** The page to return to. */
  place: string;
}

/** The buttons in the header that show the page in another language. */
export const renderLanguageForm = ({ current, action, label, place }: LanguageForm): Markup =>
  html`<form class="languages" method="post" action="${action}" aria-label="${label}">
    <input type="hidden" name="to" value="${place}" />
    ${languages.map((language) => html`<button class="quiet" name="language" value="${language}" lang="${language}" ${language === current ? html`aria-current="true"` : ''}>${nameOfLanguage[language]}</button>`)}
  </form>`;
