import { inBothLanguages } from '#platform/http/console/shell/language.ts';

export const overviewWords = inBothLanguages(
  {
    title: 'Overview',
    connectivity: 'Your gym’s software',
    states: { active: 'Active', inactive: 'Inactive', never: 'Nothing received yet' },
    lastReceived: 'Last request',
    inactiveSince: 'Inactive since',
    explain: {
      active: 'Your management software is in contact through version 1 of the interface.',
      inactive: 'Your management software has sent nothing through version 1 of the interface for 24 hours or longer.',
      never:
        'No request has arrived through version 1 of the interface. That is fine if your software works with version 2.',
    },
    silent: 'What to do',
    steps: [
      'Check that the computer or service that your management software runs on is on and reaches the internet.',
      'Check that the gym number and the access token in its settings are those of this gym. If the token was renewed here, the new one must be entered there.',
      'Ask its vendor whether it sends a heartbeat at least once a day. It is active again with the first request that arrives.',
    ],
    rate: 'Requests left',
    rateText: (capacity: number, perSecond: number) =>
      `Each credential may send ${capacity} requests at once, and gains ${perSecond} a second. Further ones are refused with status 429 until then.`,
    credential: 'Credential',
    apiKey: 'API key',
    accessToken: 'Access token, version 1',
    left: 'Left now',
    lastUsed: 'Last used',
    gym: 'Gym',
    gymId: 'Gym id',
    gymNumber: 'Gym number, version 1',
    timeZone: 'Time zone',
    timeZoneText: 'All times on these pages are those of this time zone.',
  },
  {
    title: 'Übersicht',
    connectivity: 'Die Software Ihres Studios',
    states: { active: 'Aktiv', inactive: 'Inaktiv', never: 'Noch nie gemeldet' },
    lastReceived: 'Letzte Anfrage',
    inactiveSince: 'Inaktiv seit',
    explain: {
      active: 'Ihre Verwaltungssoftware meldet sich über Version 1 der Schnittstelle.',
      inactive:
        'Ihre Verwaltungssoftware hat sich seit mindestens 24 Stunden nicht über Version 1 der Schnittstelle gemeldet.',
      never:
        'Über Version 1 der Schnittstelle ist noch nichts eingegangen. Das ist in Ordnung, wenn Ihre Software mit Version 2 arbeitet.',
    },
    silent: 'Was Sie tun können',
    steps: [
      'Prüfen Sie, ob der Rechner oder Dienst, auf dem Ihre Verwaltungssoftware läuft, eingeschaltet ist und das Internet erreicht.',
      'Prüfen Sie, ob in deren Einstellungen die Studionummer und das Zugriffstoken dieses Studios stehen. Wurde das Token hier erneuert, muss dort das neue stehen.',
      'Fragen Sie den Hersteller, ob die Software mindestens einmal am Tag ein Lebenszeichen sendet. Mit der ersten Anfrage, die ankommt, ist sie wieder aktiv.',
    ],
    rate: 'Verbleibende Anfragen',
    rateText: (capacity: number, perSecond: number) =>
      `Jeder Zugang darf ${capacity} Anfragen auf einmal senden; je Sekunde kommen ${perSecond} hinzu. Weitere werden bis dahin mit Status 429 abgelehnt.`,
    credential: 'Zugang',
    apiKey: 'API-Schlüssel',
    accessToken: 'Zugriffstoken, Version 1',
    left: 'Jetzt übrig',
    lastUsed: 'Zuletzt benutzt',
    gym: 'Studio',
    gymId: 'Studio-ID',
    gymNumber: 'Studionummer, Version 1',
    timeZone: 'Zeitzone',
    timeZoneText: 'Alle Zeiten auf diesen Seiten gelten für diese Zeitzone.',
  },
);
