import { getBanner, listBanners } from '@greenroom/contract/banner/banner.endpoints'
import { Banner } from '@greenroom/contract/banner/banner.schema'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { callEndpoint } from '../../lib/api/client.ts'
import { useEditedRecord } from '../../shared/edited-record/use-edited-record.ts'
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
  return id === undefined ? <NewPage /> : <EditPage />
}

function NewPage() {
  const nextOrder = useNextOrder()
  return nextOrder === undefined ? <Waiting /> : <BannerForm key="new" record={null} nextOrder={nextOrder} />
}

/**
 * The order number that a new banner is offered (OQ-075), as it was when the form was opened: a form that is being filled
 * must not change. Empty where it could not be read, and the server then chooses.
 * @returns undefined until it is known
 */
function useNextOrder(): string | undefined {
  const [offered, setOffered] = useState<string>()
  const { data, isError } = useQuery({
    queryKey: [listBanners.name, 'next order'],
    queryFn: async ({ signal }) =>
      (await callEndpoint(listBanners, { query: { limit: 1 }, signal })).next_order,
    // Never one that was read for an earlier form.
    gcTime: 0,
    enabled: offered === undefined,
  })
  if (offered === undefined && data !== undefined) setOffered(String(data))
  if (offered === undefined && isError) setOffered('')
  return offered
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
    <div role="status" aria-label={formWords.loading} className={classes.waiting}>
      {[140, 36, 32].map((height) => (
        <div key={height} className={classes.waitingSection}>
          <Skeleton width="96px" height={16} />
          <Skeleton height={height} />
        </div>
      ))}
    </div>
  )
}
