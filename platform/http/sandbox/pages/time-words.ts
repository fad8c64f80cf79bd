import { inBothLanguages } from '#platform/http/console/shell/language.ts';
import { clockYears } from '#platform/http/sandbox/moved-clock.ts';

export const timeWords = inBothLanguages(
  {
    clockText:
      'Contracts begin and end by this clock, and visits are stamped with it. Each gym that was created here can have a clock of its own. The desk keeps the real time.',
    states: {
      real: 'Real time',
      moved: 'Moved',
      frozen: 'Stands still',
      followed: 'Follows the clock of the platform',
    },
    forward: 'Move it on by',
    steps: { hour: '1 hour', day: '1 day', week: '7 days', month: '30 days' },
    freeze: 'Let it stand still',
    unfreeze: 'Let it go on',
    reset: 'Back to the real time',
    follow: 'Follow the platform’s again',
    dateAndTime: (timeZone: string) => `Date and time (${timeZone})`,
    standsStillThere: 'It stands still there',
    setTime: 'Set',
    wrongTime: `This is no time within ${clockYears} years from now.`,

    clock: 'Clock',
    training: 'Training',
    trainingText:
      'Invents what members would have trained in a period. Missing members are created. The data export has it at once, the weekly metrics soon after. The same numbers write nothing twice.',
    trainees: 'Members',
    days: 'Days',
    until: 'Last day',
    untilHint: 'Without one: yesterday.',
    seed: 'Seed',
    seedHint: 'Another number invents other training.',
    invent: 'Invent training',
    invented: (count: string) => `Entries of training in the period: ${count}.`,
  },
  {
    clockText:
      'Nach dieser Uhr beginnen und enden Verträge, und Besuche erhalten ihre Zeit. Jedes hier angelegte Studio kann eine eigene Uhr haben. Front Desk selbst behält die wirkliche Zeit.',
    states: {
      real: 'Wirkliche Zeit',
      moved: 'Verstellt',
      frozen: 'Steht still',
      followed: 'Folgt der Uhr der Plattform',
    },
    forward: 'Vorstellen um',
    steps: { hour: '1 Stunde', day: '1 Tag', week: '7 Tage', month: '30 Tage' },
    freeze: 'Anhalten',
    unfreeze: 'Weiterlaufen lassen',
    reset: 'Zurück zur wirklichen Zeit',
    follow: 'Wieder der Plattform folgen',
    dateAndTime: (timeZone) => `Datum und Uhrzeit (${timeZone})`,
    standsStillThere: 'Sie steht dort still',
    setTime: 'Stellen',
    wrongTime: `Das ist keine Zeit, die höchstens ${clockYears} Jahre entfernt ist.`,

    clock: 'Uhr',
    training: 'Training',
    trainingText:
      'Erfindet, was Mitglieder in einem Zeitraum trainiert hätten. Fehlende Mitglieder werden angelegt. Im Datenexport ist es sofort, in den Wochenwerten bald danach. Dieselben Zahlen schreiben nichts doppelt.',
    trainees: 'Mitglieder',
    days: 'Tage',
    until: 'Letzter Tag',
    untilHint: 'Ohne Angabe: gestern.',
    seed: 'Startzahl',
    seedHint: 'Eine andere Zahl erfindet anderes Training.',
    invent: 'Training erfinden',
    invented: (count) => `Trainingseinträge in diesem Zeitraum: ${count}.`,
  },
);

export type TimeWords = (typeof timeWords)['en'];
