import { useComputedColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, type Ref } from 'react'
import { includesAll, usePermissions } from '../../../lib/api/permissions.ts'
import { guide } from './guide.ts'
import classes from './guide-article.module.css'
import { type GuideId, guideIndex, guideLink } from './guide-index.ts'
import { guidePictureSize } from './guide-picture-size.ts'
import { type GuideScreenId, guideScreens } from './guide-screens.ts'
import { guideParts } from './guide-text.ts'
import { helpMessages as messages } from './help-messages.ts'

const pictures = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})

interface GuideArticleProps {
  id: GuideId
  heading: Ref<HTMLHeadingElement>
}

/** One page of the guide: when, the steps with a picture, what it means outside, and what can be undone. */
export function GuideArticle({ id, heading }: GuideArticleProps) {
  const { when, steps, effect, undo, picture, see } = guide[id]
  // The console's own choice can differ from the system's, so a media query would not do.
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const source = pictures[`./pictures/${id}-${scheme}.webp`]
  const isRefused = useIsRefused()
  const hasRefused = [...steps, effect, undo].some((text) =>
    guideParts(text).some((part) => part.kind === 'link' && isRefused(part.text as GuideScreenId)),
  )
  return (
    <article className={classes.article}>
      <div className={classes.head}>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {guideIndex[id].title}
        </h2>
        <p className="gr-quiet">{when}</p>
      </div>
      <div className={classes.columns}>
        <ol className={classes.steps}>
          {steps.map((text) => (
            <li key={text} className={classes.step}>
              <p>
                <GuideSentence text={text} />
              </p>
            </li>
          ))}
        </ol>
        <a className={classes.picture} href={source} target="_blank" rel="noopener" title={messages.fullSize}>
          <img {...guidePictureSize} src={source} alt={picture} loading="lazy" decoding="async" />
        </a>
        <div className={classes.facts}>
          <dl className="gr-tight">
            <Fact term={messages.effect}>
              <GuideSentence text={effect} />
            </Fact>
            <Fact term={messages.undo}>
              <GuideSentence text={undo} />
            </Fact>
            <Fact term={messages.see}>
              <span className={classes.see}>
                {see.map((other) => (
                  <Link key={other} {...guideLink(other)} className={classes.link}>
                    {guideIndex[other].title}
                  </Link>
                ))}
              </span>
            </Fact>
          </dl>
          {hasRefused && <p className={classes.refused}>{messages.notPermitted}</p>}
        </div>
      </div>
    </article>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="gr-small">
      <dt className="gr-bold">{term}</dt>
      <dd className="gr-quiet">{children}</dd>
    </div>
  )
}

function useIsRefused(): (screen: GuideScreenId) => boolean {
  const permissions = usePermissions()
  return (screen) => !includesAll(permissions, guideScreens[screen].needs)
}

/** A sentence with its labels and links. A screen that the role does not include has no link. */
function GuideSentence({ text }: { text: string }) {
  return guideParts(text).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
    <Fragment key={place}>
      {part.kind === 'text' && part.text}
      {part.kind === 'word' && <b>{part.text}</b>}
      {part.kind === 'link' && <ScreenLink id={part.text as GuideScreenId} />}
    </Fragment>
  ))
}

function ScreenLink({ id }: { id: GuideScreenId }) {
  const { label, link } = guideScreens[id]
  if (useIsRefused()(id)) return <b>{label}</b>
  return (
    <Link {...link} className={classes.link}>
      {label}
    </Link>
  )
}
