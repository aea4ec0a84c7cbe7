import { getBanner, listBanners } from '@greenroom/contract/banner/banner.endpoints'
import { Banner } from '@greenroom/contract/banner/banner.schema'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { callEndpoint } from '../../lib/api/client.ts'
import { EditedRecordPage, FormSkeleton } from '../../shared/record-form/record-form-page.tsx'
import { BannerForm } from './banner-form.tsx'
import { bannerEditLink } from './banner-links.ts'
import { bannerFormMessages } from './banner-messages.ts'

const route = getRouteApi('/signed-in/create-banner')

/** The form of a new banner, or of the one that the address names or a card handed over (SHELL-25, BAN-04, OQ-007). */
export function BannerFormPage(): ReactNode {
  const { id } = route.useSearch()
  const handedOver = useLocation({ select: ({ state }) => state.banner })
  if (id === undefined && handedOver) return <Navigate {...bannerEditLink(handedOver)} replace />
  if (id === undefined) return <NewPage />
  return (
    <EditedRecordPage endpoint={getBanner} schema={Banner} state="banner" messages={bannerFormMessages}>
      {(record) => <BannerForm key={record._id} record={record} />}
    </EditedRecordPage>
  )
}

function NewPage() {
  const nextOrder = useNextOrder()
  if (nextOrder === undefined) return <FormSkeleton label={bannerFormMessages.loading} />
  return <BannerForm key="new" record={null} nextOrder={nextOrder} />
}

/**
 * Reads the order number that a new banner is offered (OQ-075), once: a form that is being filled must not change.
 * @returns undefined while loading, and '' when it cannot be read: then the server chooses
 */
function useNextOrder(): string | undefined {
  const [offered, setOffered] = useState<string>()
  const { data, isError } = useQuery({
    queryKey: [listBanners.name, 'next order'],
    queryFn: async ({ signal }) =>
      (await callEndpoint(listBanners, { query: { limit: 1 }, signal })).next_order,
    // Each form reads its own.
    gcTime: 0,
    enabled: offered === undefined,
  })
  if (offered === undefined && data !== undefined) setOffered(String(data))
  if (offered === undefined && isError) setOffered('')
  return offered
}
