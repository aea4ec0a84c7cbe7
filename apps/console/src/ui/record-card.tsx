import { Children, type ReactNode } from 'react'
import classes from './record-card.module.css'

interface RecordCardProps {
  /** The record's id: the list finds the card of a saved record by it. */
  record?: string
  /** Shown whole in 16:9. A card without a picture is compact. */
  picture?: ReactNode
  /** The avatar or icon of a compact card, 32 pixels wide. */
  tile?: ReactNode
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
}

/** One record in a CardGrid: picture, name and price, facts, links, then the number that decides and the actions. */
export function RecordCard({
  record,
  picture,
  tile,
  name,
  aside,
  facts,
  children,
  figure,
  actions,
}: RecordCardProps) {
  const isCompact = picture === undefined
  const foot = (figure || actions) && (
    <div className={classes.foot}>
      <div className={classes.figure}>{figure}</div>
      <div className={classes.actions}>{actions}</div>
    </div>
  )
  return (
    <li className={classes.card} data-record={record} data-compact={isCompact || undefined}>
      {isCompact ? (
        tile && <div className={classes.tile}>{tile}</div>
      ) : (
        <div className={classes.picture}>{picture}</div>
      )}
      <div className={classes.body}>
        <div>
          <div className={classes.head}>
            {name}
            {aside && <div className={classes.aside}>{aside}</div>}
          </div>
          {facts}
        </div>
        {children}
        {!isCompact && foot}
      </div>
      {isCompact && foot}
    </li>
  )
}

/**
 * A line of short facts with dots between them. Arrays are flattened; false, null and undefined are left out.
 * @param props.oneLine truncates long texts with an ellipsis instead of wrapping, except on a phone. A time, or a
 * fact in a span, stays whole.
 */
export function CardFacts({ oneLine, children }: { oneLine?: boolean; children: ReactNode }) {
  return (
    <ul className={classes.facts} data-one-line={oneLine || undefined}>
      {Children.toArray(children).map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a card are neither moved nor inserted
        <li key={place} title={oneLine && typeof fact === 'string' ? fact : undefined}>
          {fact}
        </li>
      ))}
    </ul>
  )
}

/** The links of a card in a row. Its children are li elements with a CardLink. */
export function CardLinks({ children }: { children: ReactNode }) {
  return <ul className={classes.links}>{children}</ul>
}

interface CardFigureProps {
  /** "131 sold" */
  children: ReactNode
  /** Shown after it in small type: the amount. */
  detail?: ReactNode
  /** Draws a hairline bar: the share of the total, from 0 to 1. */
  share?: number | undefined
}

/** The number that decides, with a bar where it is a share of something. */
export function CardFigure({ children, detail, share }: CardFigureProps) {
  return (
    <>
      <span className="gr-bold gr-num">{children}</span>
      {detail && <span className="gr-fine gr-faint gr-num">{detail}</span>}
      {share !== undefined && (
        <span className={classes.bar} aria-hidden="true">
          <span style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
        </span>
      )}
    </>
  )
}
