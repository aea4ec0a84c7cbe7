import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRecordName } from '../../../lib/record-name.ts'
import { guide } from './guide.ts'
import { GuideArticle } from './guide-article.tsx'
import { type GuideId, guideIds, guideIndex, guideLink } from './guide-index.ts'
import { helpMessages as messages } from './help-messages.ts'
import classes from './help-page.module.css'

const route = getRouteApi('/signed-in/help')

/** The guide for staff: a list of jobs, and a page for each (OQ-670). */
export function HelpPage(): ReactNode {
  const { page } = route.useSearch()
  const shown = guideIds.find((id) => id === page)
  useRecordName(shown && guideIndex[shown].title)
  const heading = useRef<HTMLHeadingElement>(null)
  const earlier = useRef(shown)
  useEffect(() => {
    if (earlier.current === shown) return
    earlier.current = shown
    // The screen stays mounted, so nothing else announces another page.
    heading.current?.focus({ preventScroll: true })
  }, [shown])

  if (shown === undefined) return <Directory isUnknown={page !== undefined} />
  return (
    <div className={classes.screen}>
      <nav className={classes.list} aria-label={messages.list}>
        {guideIds.map((id) => (
          <PageLink key={id} id={id} isShown={id === shown} />
        ))}
      </nav>
      <div className="gr-shrink">
        <Link {...guideLink(undefined)} className={classes.all}>
          <IconArrowLeft size={16} stroke={1.5} aria-hidden="true" />
          {messages.all}
        </Link>
        <GuideArticle key={shown} id={shown} heading={heading} />
      </div>
    </div>
  )
}

function PageLink({ id, isShown }: { id: GuideId; isShown: boolean }) {
  return (
    <Link {...guideLink(id)} className={classes.item} aria-current={isShown ? 'page' : undefined}>
      {guideIndex[id].title}
    </Link>
  )
}

function Directory({ isUnknown }: { isUnknown: boolean }) {
  return (
    <div>
      {isUnknown && (
        <p className={classes.unknown} role="status">
          {messages.unknown}
        </p>
      )}
      <p className={classes.intro}>{messages.intro}</p>
      <nav aria-label={messages.list}>
        <ul className={classes.jobs}>
          {guideIds.map((id) => (
            <li key={id}>
              <Link {...guideLink(id)} className={classes.job}>
                <span className="gr-shrink">
                  <span className="gr-block gr-bold">{guideIndex[id].title}</span>
                  <span className="gr-block gr-small gr-quiet">{guide[id].when}</span>
                </span>
                <IconArrowRight size={16} stroke={1.5} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
