import { viewKey } from '@greenroom/contract/desk/saved-view/saved-view.rules'
import type { SavedView } from '@greenroom/contract/desk/saved-view/saved-view.schema'
import { IconBookmark, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import classes from './sidebar.module.css'

const AllViewsDialog = lazyDialog('all-views', () =>
  import('../shared/record/saved-view/all-views-dialog.tsx').then((part) => part.AllViewsDialog),
)

/** How many views a section shows. */
const mostShown = 8

/** The saved views of a section, own ones first (OQ-499). */
export function SectionViews({
  label,
  views,
  addressKey,
}: {
  label: string
  views: readonly SavedView[]
  addressKey: string
}) {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <ul className={classes.items} aria-label={`Views of ${label}`}>
        {views.slice(0, mostShown).map((view) => {
          const isHere = viewKey(view.path, view.search) === addressKey
          const SharedIcon = view.is_shared ? IconUsers : IconBookmark
          const sharing = view.is_own ? 'Shared by you' : `Shared by ${view.owner.name}`
          return (
            <li key={view._id}>
              <Link
                to={view.path}
                search={view.search as never}
                className={classes.link}
                // Otherwise Link marks a view as current while further filters are set.
                activeOptions={{ exact: true }}
                data-current={isHere || undefined}
                aria-current={isHere ? 'page' : undefined}
                aria-description={view.is_shared ? sharing : undefined}
                title={view.is_shared ? `${view.name} · ${sharing}` : view.name}
              >
                <SharedIcon size={14} stroke={1.5} aria-hidden="true" />
                <span className="gr-ellipsis">{view.name}</span>
              </Link>
            </li>
          )
        })}
        {views.length > mostShown && (
          <li>
            <button
              type="button"
              className={classes.link}
              aria-haspopup="dialog"
              onClick={() => setIsOpen(true)}
            >
              All views…
            </button>
          </li>
        )}
      </ul>
      {isOpen !== undefined && (
        <AllViewsDialog opened={isOpen} label={label} views={views} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
