'use client';

/** Shown if the root layout itself fails: the user and their language are unknown, so it is in both languages. */
export default function GlobalError() {
  const style = {
    display: 'grid',
    gap: '1rem',
    placeContent: 'center',
    minHeight: '100dvh',
    padding: '1.5rem',
  } as const;
  return (
    <html lang="en" translate="no">
      <body style={{ margin: 0, fontFamily: 'system-ui, sans-serif', colorScheme: 'light dark' }}>
        <main style={style}>
          <h1>Something went wrong here</h1>
          <p>Visits you have already scanned are saved.</p>
          <p lang="de">Hier ist etwas schiefgegangen. Besuche, die Sie schon gescannt haben, sind gespeichert.</p>
          <p>
            <button type="button" onClick={() => window.location.reload()}>
              Try again · Noch einmal versuchen
            </button>
          </p>
          <p>
            <a href="/">Check-in</a>
          </p>
        </main>
      </body>
    </html>
  );
}
