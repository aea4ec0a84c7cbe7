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
          <a className="mark" href="/site">
            Greenroom <span>sample site</span>
          </a>
          <nav aria-label="Site">
            <a href="/site">Sessions</a>
            <a href="/site/community">Community</a>
            <a href="/site/call">Book a call</a>
            <a href="/masterclass">Staff console</a>
          </nav>
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
