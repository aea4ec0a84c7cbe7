import { getBanner, listBanners } from '@greenroom/contract/marketing/banner/banner.endpoints'
import { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { callEndpoint } from '../../../lib/api/client.ts'
import { EditedRecordPage, FormSkeleton } from '../../../shared/record/record-form/record-form-page.tsx'
import { BannerForm } from './banner-form.tsx'
import { bannerEditLink } from './banner-links.ts'
import { bannerCardMessages, bannerFormMessages } from './banner-messages.ts'

const route = getRouteApi('/signed-in/create-banner')

/** Creates a banner, or edits the one named by the address or passed by a card (SHELL-25, BAN-04, OQ-007). */
export function BannerFormPage(): ReactNode {
  const { id } = route.useSearch()
  const handedOver = useLocation({ select: ({ state }) => state.banner })
  if (id === undefined && handedOver) return <Navigate {...bannerEditLink(handedOver)} replace />
  if (id === undefined) return <NewPage />
  return (
    <EditedRecordPage
      endpoint={getBanner}
      schema={Banner}
      state="banner"
      messages={bannerFormMessages}
      name={(banner) => bannerCardMessages.priority(banner.priority)}
    >
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
 * Reads the suggested order number of a new banner (OQ-075) once, because a form must not change while it is being
 * filled.
 * @returns undefined while loading, and '' if it cannot be loaded: then the server chooses
 */
function useNextOrder(): string | undefined {
  const [offered, setOffered] = useState<string>()
  const { data, isError } = useQuery({
    queryKey: [listBanners.name, 'next order'],
    queryFn: async ({ signal }) =>
      (await callEndpoint(listBanners, { query: { limit: 1 }, signal })).next_order,
    // Don't share it between forms.
    gcTime: 0,
    enabled: offered === undefined,
  })
  if (offered === undefined && data !== undefined) setOffered(String(data))
  if (offered === undefined && isError) setOffered('')
  return offered
}
