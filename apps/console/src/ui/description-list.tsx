import type { ReactNode } from 'react'
import classes from './description-list.module.css'

interface DescriptionListProps {
  items: readonly { term: string; value: ReactNode }[]
}

/** Terms and values in two columns. An empty value is shown as an en dash. */
export function DescriptionList({ items }: DescriptionListProps) {
  return (
    <dl className={classes.list}>
      {items.map(({ term, value }) => (
        <div key={term} className={classes.item}>
          <dt>{term}</dt>
          <dd>
            {value === null || value === undefined || value === '' ? (
              <span className="gr-faint">–</span>
            ) : (
              value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
