import { Children, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { CardButton } from './card-parts.tsx'
import classes from './record-card.module.css'
import { ShareBar } from './share-bar.tsx'

interface RecordCardProps {
  /** The record's id: the list finds the card of a saved record by it. */
  record?: string
  /** Shown whole in 16:9. */
  picture: ReactNode
  /** The heading: CardName or CardOpener, or a CardName with a link. */
  name: ReactNode
  /** Right of the name: the price, or a status. */
  aside?: ReactNode
  /** When, who, where: a CardFacts line. */
  facts?: ReactNode
  /** The links, as CardLinks, and badges. */
  children?: ReactNode
  /** The one number that decides, left of the actions. */
  figure?: ReactNode
  actions?: ReactNode
  /** Draws a bar below them: the share of a total, from 0 to 1. */
  share?: number | undefined
}

/** One record in a CardGrid: picture, name and price, facts, links, then the number that decides and the actions. */
export function RecordCard({
  record,
  picture,
  name,
  aside,
  facts,
  children,
  figure,
  actions,
  share,
}: RecordCardProps) {
  return (
    <li className={classes.card} data-record={record}>
      <div className={classes.picture}>{picture}</div>
      <div className={classes.body}>
        <div>
          <div className={classes.head}>
            {name}
            {aside && <div className={classes.aside}>{aside}</div>}
          </div>
          {facts}
        </div>
        {children}
        {(figure || actions) && (
          <div className={classes.foot}>
            <div className={classes.figure}>{figure}</div>
            <div className={classes.actions}>{actions}</div>
          </div>
        )}
        {share !== undefined && <ShareBar share={share} />}
      </div>
    </li>
  )
}

/** A line of short facts with dots between them. Arrays are flattened; false, null and undefined are left out. */
export function CardFacts({ children }: { children: ReactNode }) {
  return (
    <ul className={classes.facts}>
      {Children.toArray(children).map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a card are neither moved nor inserted
        <li key={place} title={typeof fact === 'string' ? fact : undefined}>
          {fact}
        </li>
      ))}
    </ul>
  )
}

/**
 * The links of a card in one line, and a button for those that don't fit, so that cards are equally high. Its children
 * are li elements with a CardLink.
 */
export function CardLinks({ children }: { children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const [hidden, setHidden] = useState(0)
  const [isOpen, setOpen] = useState(false)
  // After each render: the links may be others.
  useLayoutEffect(() => {
    const { current } = list
    const links = [...(current?.children ?? [])] as HTMLElement[]
    if (!current) return
    const measure = () => {
      for (const link of links) link.inert = !isOpen && link.offsetTop > (links[0]?.offsetTop ?? 0)
      if (!isOpen) setHidden(links.filter(({ inert }) => inert).length)
    }
    const observer = new ResizeObserver(measure)
    measure()
    // A reader's own text spacing changes the links, and not their list.
    for (const one of [current, ...links]) observer.observe(one)
    return () => observer.disconnect()
  })
  return (
    <div className={classes.linkLine} data-open={isOpen || undefined}>
      <ul ref={list} className={classes.links}>
        {children}
      </ul>
      {hidden > 0 && (
        <CardButton
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Fewer links' : `${hidden} more links`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : `+${hidden}`}
        </CardButton>
      )}
    </div>
  )
}

interface CardFigureProps {
  /** "131 sold" */
  children: ReactNode
  /** Shown after it in small type: the amount. */
  detail?: ReactNode
}

/** The number that decides. */
export function CardFigure({ children, detail }: CardFigureProps) {
  return (
    <>
      <span className="gr-bold gr-num">{children}</span>
      {detail && <span className="gr-fine gr-faint gr-num">{detail}</span>}
    </>
  )
}
