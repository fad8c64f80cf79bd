import { inBothLanguages } from '#platform/http/console/shell/language.ts';

export const resetWords = inBothLanguages(
  {
    demo: 'Demo',
    demoText: 'The gyms of the demo can be set back to what they were when the demo was new.',
    askDemo: 'Reset the demo…',
    resetDemo: 'Reset the demo',
    demoTitle: 'Reset the demo?',
    demoQuestion:
      'Members, cards, contracts, visits, bookings and tasks become those of a new demo. Members who were added, pictures, webhooks except those of desks, and files of the data export are deleted. Keys stay valid. This cannot be undone.',
    everything: 'Also end all faults, set the clock back, and remove all gyms that were created',
    demoDone: 'The demo is as new.',
    askGym: 'Reset…',
    resetGym: 'Reset the gym',
    gymTitle: (name: string) => `Reset ${name}?`,
    gymQuestion:
      'Its members become those of a new gym, with the same account ids. Visits, tasks, webhooks, training, files of the data export, its faults and its clock are deleted. Its key and its access token stay. This cannot be undone.',
    gymDone: 'The gym is as new.',
    cancel: 'Cancel',
  },
  {
    demo: 'Demo',
    demoText: 'Die Studios der Demo lassen sich auf den Stand zurücksetzen, den sie am Anfang hatten.',
    askDemo: 'Demo zurücksetzen …',
    resetDemo: 'Demo zurücksetzen',
    demoTitle: 'Demo zurücksetzen?',
    demoQuestion:
      'Mitglieder, Karten, Verträge, Besuche, Buchungen und Aufgaben werden wieder die einer neuen Demo. Gelöscht werden hinzugefügte Mitglieder, Bilder, Webhooks außer denen von Front Desk, und Dateien des Datenexports. Schlüssel bleiben gültig. Das lässt sich nicht rückgängig machen.',
    everything: 'Auch alle Störungen beenden, die Uhr zurückstellen und alle angelegten Studios entfernen',
    demoDone: 'Die Demo ist wie neu.',
    askGym: 'Zurücksetzen …',
    resetGym: 'Studio zurücksetzen',
    gymTitle: (name) => `${name} zurücksetzen?`,
    gymQuestion:
      'Die Mitglieder werden wieder die eines neuen Studios, mit denselben Konto-IDs. Gelöscht werden Besuche, Aufgaben, Webhooks, Training, Dateien des Datenexports, seine Störungen und seine Uhr. Schlüssel und Zugriffstoken bleiben. Das lässt sich nicht rückgängig machen.',
    gymDone: 'Das Studio ist wie neu.',
    cancel: 'Abbrechen',
  },
);
