import { inBothLanguages } from '#platform/http/console/shell/language.ts';
import { mostWebhooks } from '#platform/services/webhooks/lanes.ts';
import { deliveryTimeoutMs, retryDelaysSeconds } from '#platform/services/webhooks/retry-schedule.ts';
import { dayS } from '#shared/calendar/durations.ts';

const answerWithinS = deliveryTimeoutMs / 1000;
const retries = retryDelaysSeconds.length;
const retryDays = Math.round(retryDelaysSeconds.reduce((sum, delay) => sum + delay) / dayS);

export const webhookWords = inBothLanguages(
  {
    title: 'Webhooks',
    titleOf: (receiver: string) => `Webhook ${receiver}`,
    text: 'The member system notifies these addresses of what happens in your gym, as it happens.',
    none: 'No webhook added yet.',
    active: 'Active',
    disabled: 'Switched off',
    disabledSince: (when: string) =>
      `The receiver answered 410 on ${when}: it is gone. Nothing but test events has been sent to it since.`,
    enable: 'Switch on again',
    newestEvent: (when: string) => `Newest event: ${when}`,
    noEvent: 'No event yet',
    since: 'Added',

    addTitle: 'Add a webhook',
    url: 'Address',
    urlHint: 'Begins with https:// and is reachable from the internet.',
    secret: 'Secret',
    newSecretHint:
      'Sent with every event, so that the receiver knows who calls. Left empty, one is made and shown once.',
    keptSecretHint: 'Left empty, the secret stays as it is. It is not shown again.',
    add: 'Add',
    changeTitle: 'Change address or secret',
    change: 'Save',
    mistakes: {
      url: 'No event can be sent to this address. It must begin with https://, be reachable from the internet, and hold no user name or password.',
      taken: 'The gym already has a webhook with this address.',
      full: `A gym may have ${mostWebhooks} webhooks. Delete one before you add another.`,
      secret: 'A secret has 1 to 512 letters, digits or symbols of the English keyboard.',
    },

    madeTitle: 'The webhook is added',
    made: 'Give this secret to the receiver now. It is not shown again.',
    goOn: 'To the webhook',

    test: 'Send a test event',
    remove: 'Delete…',
    removeTitle: 'Delete this webhook?',
    removeText: 'What is on its way to it is dropped, and the list of its events is deleted. That cannot be undone.',
    removeYes: 'Delete',
    removeNo: 'Keep it',
    back: 'All webhooks',

    eventsTitle: 'Events',
    eventsText: `A receiver has ${answerWithinS} seconds to answer with 2xx. Otherwise the event is tried ${retries} more times within about ${retryDays} days. Events are kept for thirty days.`,
    sameEvent:
      'Sent again, an event is the same one: its webhook-id stays, so a receiver that has it already can leave it out.',
    noEvents: 'No event in the last thirty days.',
    refresh: 'Refresh',
    pages: 'Pages of the list',
    newest: 'Newest',
    older: 'Older',

    types: {
      GYM_CHECKIN: 'Check-in',
      GYM_CHECKOUT: 'Check-out',
      EQUIPMENT_CHECKIN: 'Check-in at a machine',
      MEMBERSHIP_DELETE: 'Membership ended or erased',
      GENIUS_ONBOARDING_COMPLETED: 'Onboarding completed',
      TEST: 'Test event',
    },
    states: {
      PENDING: 'Under way',
      QUEUED: 'Under way',
      DELIVERED: 'Delivered',
      FAILED: 'Given up',
    },
    failures: {
      'no answer in time': `no answer within ${answerWithinS} seconds`,
      'no connection': 'no connection',
      'forbidden address': 'the address is not on the internet',
      'unreadable secret': 'the secret cannot be read any more: enter it again above',
    },
    obstacles: {
      'member forgotten': 'It cannot be sent again: the member system no longer knows the member.',
      'opted out': 'It cannot be sent again: the member shares no data.',
      'webhook disabled': 'Switch the webhook on to send it again.',
    },
    happened: 'Happened',
    member: 'Member',
    tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
    unrecorded: (count: number) =>
      count === 1 ? 'One earlier try was not recorded.' : `${count} earlier tries were not recorded.`,
    untried: 'Not tried.',
    answer: (status: number) => `answer ${status}`,
    nextTry: (when: string) => `Next try: ${when}`,
    again: 'Send again',

    done: {
      created: 'The webhook is added.',
      changed: 'Saved. Events go to this address from now on.',
      enabled: 'Events are sent again.',
      deleted: 'The webhook is deleted.',
      tested: 'The test event is on its way.',
      again: 'The event is sent again.',
      already: 'The event was sent again in the meantime; nothing was sent twice.',
      obstacle: 'The event was not sent again.',
    },
  },
  {
    title: 'Webhooks',
    titleOf: (receiver) => `Webhook ${receiver}`,
    text: 'Das Mitgliedersystem meldet diesen Adressen, was in Ihrem Studio geschieht, sobald es geschieht.',
    none: 'Noch kein Webhook angelegt.',
    active: 'Aktiv',
    disabled: 'Abgeschaltet',
    disabledSince: (when) =>
      `Der Empfänger hat am ${when} mit 410 geantwortet: Es gibt ihn nicht mehr. Seither werden nur noch Testereignisse gesendet.`,
    enable: 'Wieder einschalten',
    newestEvent: (when) => `Letztes Ereignis: ${when}`,
    noEvent: 'Noch kein Ereignis',
    since: 'Angelegt',

    addTitle: 'Webhook anlegen',
    url: 'Adresse',
    urlHint: 'Beginnt mit https:// und ist aus dem Internet erreichbar.',
    secret: 'Geheimnis',
    newSecretHint:
      'Wird mit jedem Ereignis gesendet, damit der Empfänger den Absender erkennt. Bleibt das Feld leer, wird eines erzeugt und einmal angezeigt.',
    keptSecretHint: 'Bleibt das Feld leer, gilt das bisherige weiter. Es wird nicht noch einmal angezeigt.',
    add: 'Anlegen',
    changeTitle: 'Adresse oder Geheimnis ändern',
    change: 'Speichern',
    mistakes: {
      url: 'An diese Adresse kann nichts gesendet werden. Sie muss mit https:// beginnen, aus dem Internet erreichbar sein und darf weder Benutzernamen noch Passwort enthalten.',
      taken: 'Für diese Adresse hat das Studio schon einen Webhook.',
      full: `Ein Studio kann ${mostWebhooks} Webhooks haben. Vor dem nächsten muss einer gelöscht werden.`,
      secret: 'Ein Geheimnis hat 1 bis 512 Buchstaben, Ziffern oder Sonderzeichen der englischen Tastatur.',
    },

    madeTitle: 'Der Webhook ist angelegt',
    made: 'Geben Sie dieses Geheimnis jetzt dem Empfänger. Es wird nicht noch einmal angezeigt.',
    goOn: 'Zum Webhook',

    test: 'Testereignis senden',
    remove: 'Löschen…',
    removeTitle: 'Diesen Webhook löschen?',
    removeText:
      'Was noch unterwegs ist, wird verworfen, und die Liste seiner Ereignisse wird gelöscht. Das lässt sich nicht rückgängig machen.',
    removeYes: 'Löschen',
    removeNo: 'Behalten',
    back: 'Alle Webhooks',

    eventsTitle: 'Ereignisse',
    eventsText: `Ein Empfänger muss innerhalb von ${answerWithinS} Sekunden mit 2xx antworten. Sonst folgen innerhalb von etwa ${retryDays} Tagen ${retries} weitere Versuche. Ereignisse bleiben dreißig Tage erhalten.`,
    sameEvent:
      'Erneut gesendet bleibt ein Ereignis dasselbe: Die webhook-id ist gleich, sodass ein Empfänger, der es schon hat, es auslassen kann.',
    noEvents: 'In den letzten dreißig Tagen gab es kein Ereignis.',
    refresh: 'Aktualisieren',
    pages: 'Seiten der Liste',
    newest: 'Neueste',
    older: 'Ältere',

    types: {
      GYM_CHECKIN: 'Check-in',
      GYM_CHECKOUT: 'Check-out',
      EQUIPMENT_CHECKIN: 'Check-in am Gerät',
      MEMBERSHIP_DELETE: 'Mitgliedschaft beendet oder Daten gelöscht',
      GENIUS_ONBOARDING_COMPLETED: 'Einweisung abgeschlossen',
      TEST: 'Testereignis',
    },
    states: { PENDING: 'Unterwegs', QUEUED: 'Unterwegs', DELIVERED: 'Zugestellt', FAILED: 'Aufgegeben' },
    failures: {
      'no answer in time': `keine Antwort innerhalb von ${answerWithinS} Sekunden`,
      'no connection': 'keine Verbindung',
      'forbidden address': 'die Adresse liegt nicht im Internet',
      'unreadable secret': 'das Geheimnis ist nicht mehr lesbar: Bitte oben neu eingeben',
    },
    obstacles: {
      'member forgotten': 'Erneut senden ist nicht möglich: Das Mitgliedersystem kennt das Mitglied nicht mehr.',
      'opted out': 'Erneut senden ist nicht möglich: Das Mitglied gibt keine Daten weiter.',
      'webhook disabled': 'Zum erneuten Senden den Webhook wieder einschalten.',
    },
    happened: 'Zeitpunkt',
    member: 'Mitglied',
    tries: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
    unrecorded: (count) =>
      count === 1
        ? 'Ein früherer Versuch wurde nicht aufgezeichnet.'
        : `${count} frühere Versuche wurden nicht aufgezeichnet.`,
    untried: 'Nicht versucht.',
    answer: (status) => `Antwort ${status}`,
    nextTry: (when) => `Nächster Versuch: ${when}`,
    again: 'Erneut senden',

    done: {
      created: 'Der Webhook ist angelegt.',
      changed: 'Gespeichert. Ereignisse gehen ab jetzt an diese Adresse.',
      enabled: 'Ereignisse werden wieder gesendet.',
      deleted: 'Der Webhook ist gelöscht.',
      tested: 'Das Testereignis ist unterwegs.',
      again: 'Das Ereignis wird erneut gesendet.',
      already: 'Das Ereignis wurde inzwischen schon erneut gesendet; doppelt ging nichts hinaus.',
      obstacle: 'Das Ereignis wurde nicht erneut gesendet.',
    },
  },
);

export type WebhookWords = (typeof webhookWords)['en'];
export type Done = keyof WebhookWords['done'];
