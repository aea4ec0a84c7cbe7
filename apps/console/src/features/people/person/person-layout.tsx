import type { ReactNode } from 'react'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import classes from './person-layout.module.css'

interface PersonLayoutProps {
  /** Who it is, and the actions. */
  head: ReactNode
  /** Below the head. */
  notice?: ReactNode
  /** What is known: a card that stays in sight. */
  facts: ReactNode
  /** Beside it: what happened. */
  side: ReactNode
}

/** The page of a person: a narrow card, and beside it the timeline (OQ-665). */
export function PersonLayout({ head, notice, facts, side }: PersonLayoutProps) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>{head}</div>
      {notice}
      <div className={classes.card}>{facts}</div>
      <div className="gr-shrink">{side}</div>
    </div>
  )
}

/** @param label what loads */
export function PersonSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <PersonLayout
        head={
          <>
            <Skeleton width="36px" height={36} />
            <Skeleton width="160px" height={20} />
          </>
        }
        facts={
          <div className="gr-stack">
            <Skeleton width="160px" height={28} />
            {['80%', '64%', '72%', '56%'].map((width) => (
              <Skeleton key={width} width={width} height={14} />
            ))}
          </div>
        }
        side={<Skeleton width="200px" height={24} />}
      />
    </Loading>
  )
}
