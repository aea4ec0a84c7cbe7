import {
  createBanner,
  getBanner,
  listBanners,
  moveBanner,
  removeBanner,
  updateBanner,
} from '@greenroom/contract/marketing/banner/banner.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createBannerService } from './banner.service.ts'

export function bannerModule(host: ModuleHost): void {
  const banners = createBannerService(host)
  on(host, listBanners).handle(async (call, { query }) => ({
    data: await banners.list(call, query),
    next_order: await banners.nextOrder(call),
  }))
  on(host, getBanner).handle(async (call, { params }) => ({ data: await banners.get(call, params.id) }))
  on(host, createBanner).handle(async (call, { body, files }) => ({
    data: await banners.create(call, body, files.files ?? []),
    message: 'Banner created successfully!',
  }))
  on(host, updateBanner).handle(async (call, { params, body, files }) => ({
    data: await banners.update(call, params.id, body, files.files ?? []),
    message: 'Banner updated successfully!',
  }))
  on(host, removeBanner).handle(async (call, { params }) => ({
    data: await banners.remove(call, params.id),
    message: 'Banner moved to the bin',
  }))
  on(host, moveBanner).handle(async (call, { params, body }) => ({
    data: await banners.move(call, params.id, body.after),
    message: 'Banner updated successfully!',
  }))
}
