import { getBanner } from '@greenroom/contract/banner/banner.endpoints'
import { Banner } from '@greenroom/contract/banner/banner.schema'
import { Button } from '@mantine/core'
import { getRouteApi, Navigate, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useEditedRecord } from '../../shared/edited-record/use-edited-record.ts'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import classes from './banner-form.module.css'
import { BannerForm } from './banner-form.tsx'
import { editLink } from './banner-links.ts'
import { formWords } from './banner-messages.ts'

const route = getRouteApi('/signed-in/create-banner')

// The type is written out: inferred, it would depend on the routes, which depend on it.
/** The form of a new banner, or of the one that is handed over or named by the address (SHELL-25, BAN-04, OQ-007). */
export function BannerFormPage(): ReactNode {
  const { id } = route.useSearch()
  const handedOver = useLocation({ select: ({ state }) => state.banner })
  if (id === undefined && handedOver) return <Navigate {...editLink(handedOver)} replace />
  return id === undefined ? <BannerForm key="new" record={null} /> : <EditPage />
}

function EditPage() {
  const { id, record, error, retry } = useEditedRecord(getBanner, Banner, 'banner')
  if (record) return <BannerForm key={id} record={record} />
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
      {[140, 36, 32].map((height) => (
        <div key={height} className={classes.waitingSection}>
          <Skeleton width="96px" height={16} />
          <Skeleton height={height} />
        </div>
      ))}
    </Loading>
  )
}
