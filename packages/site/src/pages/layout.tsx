import type { ReactNode } from 'react'

/** A page of the site with its head and navigation. */
export function Layout({
  title,
  notice,
  children,
}: {
  title: string
  /** What the last form did, or why it was refused. */
  notice?: { kind: 'done' | 'refused'; text: string } | undefined
  children: ReactNode
}) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Greenroom sample site`}</title>
        <link rel="stylesheet" href="/site/style.css" />
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <header>
          <div className="bar">
            <a className="mark" href="/site">
              <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
                <rect className="tile" width="24" height="24" rx="6" />
                <path className="door" opacity=".28" d="M7 19V10a5 5 0 0 1 10 0v9z" />
                <path className="door" d="M7 19V10a5 5 0 0 1 5-5v14z" />
                <circle className="tile" cx="10.2" cy="12.6" r=".9" />
              </svg>
              Greenroom <small>sample site</small>
            </a>
            <nav aria-label="Site">
              <a href="/site">Sessions</a>
              <a href="/site/community">Community</a>
              <a href="/site/call">Book a call</a>
              <a href="/masterclass">Staff console</a>
            </nav>
          </div>
        </header>
        <main id="content">
          {notice && (
            <p className={`notice ${notice.kind}`} role={notice.kind === 'refused' ? 'alert' : 'status'}>
              {notice.text}
            </p>
          )}
          {children}
        </main>
        <footer>Nothing here is real: no money moves, and no mail is sent.</footer>
      </body>
    </html>
  )
}
