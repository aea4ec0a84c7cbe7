import {
  createBanner,
  getBanner,
  listBanners,
  updateBanner,
} from '@greenroom/contract/banner/banner.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { BannerService } from './banner.service.ts'

export function registerBannerRoutes(host: EndpointHost, banners: BannerService): void {
  on(host, listBanners).handle(async ({ db, query }) => ({
    data: await banners.list(db, query),
    next_order: await banners.nextOrder(db),
  }))
  on(host, getBanner).handle(async ({ db, params }) => ({ data: await banners.get(db, params.id) }))
  on(host, createBanner).handle(async ({ db, body, files, actor, now }) => ({
    data: await banners.create(db, body, files.files ?? [], actor, now),
    message: 'Banner created successfully!',
  }))
  on(host, updateBanner).handle(async ({ db, params, body, files, expectedVersion, actor, now }) => ({
    data: await banners.update(db, params.id, body, files.files ?? [], expectedVersion, actor, now),
    message: 'Banner updated successfully!',
  }))
}
