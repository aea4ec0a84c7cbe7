import { getNews } from '@greenroom/contract/news/news.endpoints'
import { News } from '@greenroom/contract/news/news.schema'
import { Button } from '@mantine/core'
import { Navigate, useLocation, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { useEditedRecord } from '../../shared/edited-record/use-edited-record.ts'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import classes from './news-form.module.css'
import { NewsForm } from './news-form.tsx'
import { editLink } from './news-links.ts'
import { formWords } from './news-messages.ts'

/** The form of a new snippet or of a stored one (SHELL-28, SHELL-29). */
export function NewsFormPage({ mode }: { mode: 'create' | 'edit' }) {
  return mode === 'create' ? <NewsForm record={null} /> : <EditPage />
}

// The type is written out: inferred, it would depend on the routes, which depend on it.
/** The form of the snippet that is handed over or named by the address; without either there is only the list (OQ-007). */
function EditPage(): ReactNode {
  const { id } = useSearch({ strict: false })
  const handedOver = useLocation({ select: ({ state }) => state.news })
  if (id !== undefined) return <NamedPage />
  return handedOver ? (
    <Navigate {...editLink(handedOver)} replace />
  ) : (
    <Navigate to={paths.newsList} replace />
  )
}

function NamedPage() {
  const { id, record, error, retry } = useEditedRecord(getNews, News, 'news')
  if (record) return <NewsForm key={id} record={record} />
  if (error === null) return <Waiting />
  return (
    <StatePanel
      kind="error"
      title={formWords.loadFailed}
      help={failureHelp(error)}
      action={
        <Button variant="default" onClick={retry}>
          Retry
        </Button>
      }
    />
  )
}

/** The shape of the first sections. */
function Waiting() {
  return (
    <Loading label={formWords.loading} className={classes.waiting}>
      {[124, 36, 120].map((height) => (
        <div key={height} className={classes.waitingSection}>
          <Skeleton width="96px" height={16} />
          <Skeleton height={height} />
        </div>
      ))}
    </Loading>
  )
}
