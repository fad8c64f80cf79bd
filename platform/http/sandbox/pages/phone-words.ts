import { inBothLanguages } from '#platform/http/console/shell/language.ts';

export const phoneWords = inBothLanguages(
  {
    text: 'What the lock screens of members show of messages from their gyms, as soon as these are delivered. Names and texts are not masked here.',
    ofGym: 'Only members who got a message from this gym.',
    all: 'All phones',
    accountId: 'Account id of a member',
    show: 'Show the phone',
    wrongId: 'No member has this account id.',
    none: 'No message was delivered in the last thirty days.',
    lockScreen: (name: string) => `Lock screen of ${name}`,
    opens: 'Opens',
    deletion: 'Delete the account, as in the app',
    deletionText:
      'Everything about the member is erased in all gyms. Each webhook of these gyms gets MEMBERSHIP_DELETE, if the member shares data.',
    deleteAccount: 'Delete the account',
    deleted: 'The member has deleted the account.',
  },
  {
    text: 'Was die Sperrbildschirme der Mitglieder von den Nachrichten ihrer Studios zeigen, sobald diese zugestellt sind. Namen und Texte sind hier nicht verdeckt.',
    ofGym: 'Nur Mitglieder, die von diesem Studio eine Nachricht erhalten haben.',
    all: 'Alle Telefone',
    accountId: 'Konto-ID eines Mitglieds',
    show: 'Telefon anzeigen',
    wrongId: 'Kein Mitglied hat diese Konto-ID.',
    none: 'In den letzten dreißig Tagen wurde keine Nachricht zugestellt.',
    lockScreen: (name) => `Sperrbildschirm von ${name}`,
    opens: 'Öffnet',
    deletion: 'Konto löschen, wie in der App',
    deletionText:
      'In allen Studios wird alles über das Mitglied gelöscht. Jeder Webhook dieser Studios erhält MEMBERSHIP_DELETE, wenn das Mitglied Daten teilt.',
    deleteAccount: 'Konto löschen',
    deleted: 'Das Mitglied hat sein Konto gelöscht.',
  },
);
