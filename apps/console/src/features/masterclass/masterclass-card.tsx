import { canDo, type MasterclassGroup } from '@greenroom/contract/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { IconCalendar, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatCardTime } from '../../lib/dates.ts'
import { CardGridItem } from '../../ui/card-grid.tsx'
import classes from './masterclass-card.module.css'
import { MasterclassLinkList } from './masterclass-link-list.tsx'
import { editLink, linksOf } from './masterclass-links.ts'
import { listWords } from './masterclass-messages.ts'
import { MasterclassPicture } from './masterclass-picture.tsx'

interface MasterclassCardProps {
  masterclass: Masterclass
  group: MasterclassGroup
  /** An address with {creator_id}; undefined until the settings are loaded. */
  paymentPageTemplate: string | undefined
  onOpen: () => void
  onAddCoupon: () => void
  onDeactivate: () => void
  /** A pointer or the focus is on something that opens a dialog, whose script can come ahead. */
  onIntent: () => void
}

/** One masterclass of the list (MC-08 to MC-12, MC-16). */
export function MasterclassCard({
  masterclass,
  group,
  paymentPageTemplate,
  onOpen,
  onAddCoupon,
  onDeactivate,
  onIntent,
}: MasterclassCardProps) {
  const { title, banner, start_time: start } = masterclass
  return (
    <CardGridItem className={classes.card}>
      <MasterclassPicture banner={banner} past={group === 'past'} className={classes.picture} />
      <div className={classes.inside}>
        <div className={classes.head}>
          <h2 className={classes.heading} data-past={group === 'past' || undefined}>
            <button
              type="button"
              className={classes.title}
              onClick={onOpen}
              onPointerEnter={onIntent}
              onFocus={onIntent}
            >
              {title}
            </button>
          </h2>
          {canDo.edit(group) && (
            <Link
              {...editLink(masterclass)}
              className={classes.edit}
              aria-label={listWords.edit}
              title={listWords.edit}
            >
              <IconPencil size={15} stroke={1.5} aria-hidden="true" />
            </Link>
          )}
        </div>
        <p className={classes.when}>
          <IconCalendar size={15} stroke={1.5} aria-hidden="true" />
          <time dateTime={start}>{formatCardTime(start)}</time>
        </p>
        <div className={classes.links}>
          <MasterclassLinkList links={linksOf(masterclass, paymentPageTemplate)} />
        </div>
        {(canDo.addCoupon(group) || canDo.deactivate(group)) && (
          <div className={classes.foot}>
            {canDo.addCoupon(group) && (
              <button type="button" className={classes.coupon} onClick={onAddCoupon}>
                {listWords.addCoupon}
              </button>
            )}
            {canDo.deactivate(group) && (
              <button
                type="button"
                className={classes.deactivate}
                onClick={onDeactivate}
                onPointerEnter={onIntent}
                onFocus={onIntent}
              >
                {listWords.deactivate}
              </button>
            )}
          </div>
        )}
      </div>
    </CardGridItem>
  )
}
