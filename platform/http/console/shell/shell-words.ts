import { inBothLanguages } from './language.ts';

/** The words of the layout around every page. */
export const shellWords = inBothLanguages(
  {
    product: 'Front Desk',
    console: 'Owner’s console',
    skip: 'To the content',
    pages: 'Pages',
    overview: 'Overview',
    keys: 'Keys',
    webhooks: 'Webhooks',
    messages: 'Messages',
    account: 'My account',
    sandbox: 'Sandbox',
    signOut: 'Sign out',
    language: 'Language',
    copy: 'Copy',
    copied: 'Copied',
    back: 'Back to the overview',
    notFoundTitle: 'Not found',
    notFound: 'There is nothing here, or it does not belong to your gym.',
    refusedTitle: 'Not done',
    refused: 'The form was not sent from this page. Go back to the overview, open the page again and try once more.',
    invalid: 'The form could not be read. Go back, check it, and send it again.',
    conflict:
      'Somebody else changed the same thing at that moment. Go back to the overview, open the page again and try once more.',
    busy: 'Too much is being sent at the moment. Go back, and send the form again in a few seconds.',
    brokenTitle: 'Something went wrong',
    broken: 'The member system could not do this. Try again in a moment.',
    number: (requestId: string) =>
      `If it keeps happening, tell the operator of the member system this number: ${requestId}`,
  },
  {
    product: 'Front Desk',
    console: 'Inhaberbereich',
    skip: 'Zum Inhalt',
    pages: 'Seiten',
    overview: 'Übersicht',
    keys: 'Schlüssel',
    webhooks: 'Webhooks',
    messages: 'Nachrichten',
    account: 'Mein Konto',
    sandbox: 'Sandbox',
    signOut: 'Abmelden',
    language: 'Sprache',
    copy: 'Kopieren',
    copied: 'Kopiert',
    back: 'Zur Übersicht',
    notFoundTitle: 'Nicht gefunden',
    notFound: 'Hier ist nichts, oder es gehört nicht zu Ihrem Studio.',
    refusedTitle: 'Nicht ausgeführt',
    refused:
      'Das Formular kam nicht von dieser Seite. Gehen Sie zur Übersicht, öffnen Sie die Seite dort noch einmal und versuchen Sie es erneut.',
    invalid:
      'Das Formular konnte nicht gelesen werden. Bitte gehen Sie zurück, prüfen Sie es und senden Sie es erneut.',
    conflict:
      'Jemand hat im selben Moment dasselbe geändert. Gehen Sie zur Übersicht, öffnen Sie die Seite dort noch einmal und versuchen Sie es erneut.',
    busy: 'Im Moment wird zu viel auf einmal gesendet. Bitte gehen Sie zurück und senden Sie das Formular in ein paar Sekunden erneut.',
    brokenTitle: 'Das hat nicht geklappt',
    broken: 'Das Mitgliedersystem konnte das nicht ausführen. Bitte versuchen Sie es gleich noch einmal.',
    number: (requestId: string) =>
      `Falls das so bleibt, nennen Sie dem Betreiber des Mitgliedersystems diese Nummer: ${requestId}`,
  },
);
