import { inBothLanguages } from '#platform/http/console/shell/language.ts';

export const messageWords = inBothLanguages(
  {
    title: 'Messages',
    text: 'What the apps of your members show of this gym, newest first. Messages are kept for thirty days.',
    none: 'No message was sent in the last thirty days.',
    phone: 'Lock screen of a phone',
    opens: 'Opens',
    to: (name: string) => `To ${name}`,
    toSomebody: 'To somebody who is not a member of this gym',
    sent: (when: string) => `Sent ${when}`,
    delivered: (when: string) => `Delivered ${when}`,
    waiting: 'Not delivered yet',
    pages: 'Pages of the list',
    newest: 'Newest',
    older: 'Older',
  },
  {
    title: 'Nachrichten',
    text: 'Was die Apps Ihrer Mitglieder von diesem Studio anzeigen, die neueste Nachricht zuerst. Nachrichten bleiben dreißig Tage erhalten.',
    none: 'In den letzten dreißig Tagen wurde keine Nachricht gesendet.',
    phone: 'Sperrbildschirm eines Telefons',
    opens: 'Öffnet',
    to: (name) => `An ${name}`,
    toSomebody: 'An eine Person, die kein Mitglied dieses Studios ist',
    sent: (when) => `Gesendet ${when}`,
    delivered: (when) => `Zugestellt ${when}`,
    waiting: 'Noch nicht zugestellt',
    pages: 'Seiten der Liste',
    newest: 'Neueste',
    older: 'Ältere',
  },
);

export type MessageWords = (typeof messageWords)['en'];
