import { permissionsOf } from '@greenroom/contract/access/role'
import type { MasterclassGroup } from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import type { ListedMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type Register,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { personName } from '../../../lib/person-name.ts'
import { storePermissions } from '../../../lib/stored-permissions.ts'
import { MasterclassCard } from './masterclass-card.tsx'
import { sampleMasterclass } from './masterclass-test-data.ts'

async function cardMarkup(group: MasterclassGroup, masterclass: ListedMasterclass = sampleMasterclass) {
  const nothing = () => {}
  const root = createRootRoute({
    component: () => (
      <MasterclassCard
        masterclass={masterclass}
        group={group}
        paymentPageTemplate="https://www.example.com/payment/{creator_id}"
        onOpen={nothing}
        onAddCoupon={nothing}
        onDeactivate={nothing}
        onPublish={nothing}
        onDuplicate={nothing}
        onCopyToDates={nothing}
        onIntent={nothing}
      />
    ),
  })
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: ['/'] }),
    isServer: true,
  })
  await router.load()
  // The console's own router is the registered type; a card needs none of its routes to be drawn.
  return renderToStaticMarkup(<RouterProvider router={router as unknown as Register['router']} />)
}

describe('a card', () => {
  beforeEach(() => {
    // Where the API is comes from the page, which a test of markup does not have.
    vi.stubGlobal('window', { GREENROOM: { apiUrl: '' } })
    storePermissions([...permissionsOf('content')])
  })

  it('has title, banner and start time in the format of cards (MC-08)', async () => {
    const card = await cardMarkup('active')
    expect(card).toContain('>Mutual funds from zero</button></h2>')
    expect(card).toContain('src="/files/banner.jpg"')
    expect(card).toMatch(/<time[^>]*>21 Nov 2026 \| 07:00 PM<\/time>/)
  })

  it('offers renditions of a stored banner, and loads one of another site as it is (OQ-165)', async () => {
    const stored = await cardMarkup('active')
    const widths = [480, 960, 1600].map((width) => `/files/banner.jpg?w=${width} ${width}w`)
    expect(stored).toContain(`srcSet="${widths.join(', ')}"`)
    expect(stored).toContain('sizes="(max-width: 720px) 96px, 178px"')
    const elsewhere = 'https://pictures.example/files/banner.jpg'
    const other = await cardMarkup('active', { ...sampleMasterclass, banner: elsewhere })
    expect(other).toContain(`src="${elsewhere}"`)
    expect(other).not.toMatch(/srcset|sizes=/i)
  })

  it('shows price, host and account', async () => {
    const card = await cardMarkup('active')
    expect(card).toMatch(/<span title="(₹[\d,]+\.00) · \$15\.00">\1<\/span>/)
    expect(card).toContain(`>${personName(sampleMasterclass.creator_id)}</li>`)
    expect(card).toContain(`>${sampleMasterclass.zoom_hub_name}</li>`)
  })

  it('links to who registered, except on a draft without anybody, and shows sales and linked coupons (OQ-191, OQ-432, OQ-661)', async () => {
    const sales = [
      { currency_code: 'USD' as const, sold: 1, amount: 1_500 },
      { currency_code: 'INR' as const, sold: 130, amount: 13_086_930 },
    ]
    const selling = { ...sampleMasterclass, sales, coupons_count: 3, registrations_count: 1_131 }
    const card = await cardMarkup('active', selling)
    expect(card).toMatch(/<a [^>]*href="\/masterclass\/people\/[^"]+"[^>]*>1,131 registered<\/a>/)
    expect(card).toContain('>₹1,30,869 · $15</span>')
    expect(card.replace(/<[^>]*>/g, ' ')).toMatch(/\+ Add coupon\s+3\s+linked/)
    const nobody = { ...sampleMasterclass, registrations_count: 0 }
    expect(await cardMarkup('past', nobody)).toContain('>0 registered</a>')
    expect(await cardMarkup('draft', nobody)).not.toContain(' registered<')
  })

  it('shows the picture of a past masterclass grey (MC-08)', async () => {
    expect(await cardMarkup('past')).toContain('data-past="true"')
    for (const group of ['active', 'draft'] as const) {
      expect(await cardMarkup(group)).not.toContain('data-past')
    }
  })

  it("shows the section's icon without a banner (MC-08)", async () => {
    const card = await cardMarkup('active', { ...sampleMasterclass, banner: null })
    expect(card).not.toContain('<img')
    expect(card).toContain('tabler-icon-presentation')
  })

  it('has the edit icon only in Draft (MC-10)', async () => {
    expect(await cardMarkup('draft')).toMatch(
      /<a[^>]*href="\/masterclass\/edit\/masterclass-1"[^>]*><svg[^>]*tabler-icon-pencil.*<\/svg>Edit<\/a>/,
    )
    for (const group of ['active', 'past'] as const) {
      expect(await cardMarkup(group)).not.toContain('Edit')
    }
  })

  it('opens its links by name in a new tab without an opener (MC-11)', async () => {
    const card = await cardMarkup('past')
    for (const [address, name] of [
      ['https://www.example.com/payment/creator-1', 'Payment Page'],
      ['https://t.me/greenroom', 'Telegram'],
    ]) {
      expect(card).toMatch(
        new RegExp(`<a href="${address}" target="_blank" rel="noopener noreferrer"[^>]*>${name}</a>`),
      )
      expect(card).toContain(`aria-label="Copy ${name} link"`)
    }
  })

  it('shows a link without a web address as text (MC-11)', async () => {
    const links = [{ name: 'Other', url: 'javascript:alert(1)', is_active: true }]
    const card = await cardMarkup('active', { ...sampleMasterclass, links })
    expect(card).toMatch(/<span[^>]*>Other<\/span>/)
    expect(card).not.toContain('javascript:')
  })

  it('has Publish only in Draft, and Duplicate and Repeat on dates in a menu, in Past as buttons too (OQ-188, OQ-189, OQ-644)', async () => {
    const has = async (group: MasterclassGroup) => {
      const card = await cardMarkup(group)
      return ['>Publish</button>', '>Duplicate</button>', '>Repeat on dates</button>', 'More actions'].map(
        (action) => card.includes(action),
      )
    }
    expect(await has('active')).toEqual([false, false, false, true])
    expect(await has('draft')).toEqual([true, false, false, true])
    expect(await has('past')).toEqual([false, true, true, true])
  })

  it('has Deactivate only in Active, and CPN-03 + Add coupon everywhere but in Past (MC-16)', async () => {
    const has = async (group: MasterclassGroup) => {
      const card = await cardMarkup(group)
      return [card.includes('>+ Add coupon</button>'), card.includes('>Deactivate</button>')]
    }
    expect(await has('active')).toEqual([true, true])
    expect(await has('draft')).toEqual([true, false])
    expect(await has('past')).toEqual([false, false])
  })

  it('has no actions for a role that may only read (OQ-365)', async () => {
    storePermissions([...permissionsOf('viewer')])
    try {
      for (const group of ['active', 'draft', 'past'] as const) {
        expect(await cardMarkup(group)).not.toMatch(
          />(Edit|Publish|Duplicate|Deactivate|\+ Add coupon)<|More actions/,
        )
      }
    } finally {
      storePermissions([...permissionsOf('content')])
    }
  })
})
