import { getNews, listNews, updateNews } from '@greenroom/contract/marketing/news/news.endpoints'
import type { News } from '@greenroom/contract/marketing/news/news.schema'
import { isWebAddress } from '@greenroom/contract/web-address'
import { IconNews } from '@tabler/icons-react'
import { callEndpoint } from '../../../lib/api/client.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { ActiveSwitch } from '../../../shared/record/active-switch/active-switch.tsx'
import type { ActiveSwitchSpec } from '../../../shared/record/active-switch/set-active.ts'
import { CardEdit } from '../../../shared/record/card-edit/card-edit.tsx'
import { CardPicture } from '../../../shared/record/card-picture/card-picture.tsx'
import { CardButton, CardLink, CardName } from '../../../ui/card-parts.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { CardFacts, RecordCard } from '../../../ui/record-card.tsx'
import classes from './news-card.module.css'
import { newsEditLink } from './news-links.ts'
import { newsCardMessages, newsFormMessages, newsSaveMessages } from './news-messages.ts'

const activeSwitch: ActiveSwitchSpec = {
  list: listNews,
  one: getNews,
  save: async (id, is_active, version) =>
    (await callEndpoint(updateNews, { params: { id }, body: { is_active }, version })).data,
  messages: newsSaveMessages.update,
}

/**
 * One snippet: heading, thumbnail, description, reference link, source and a switch. An inactive one is grey (NEWS-03,
 * OQ-200).
 */
export function NewsCard({ news, onMoveToBin }: { news: News; onMoveToBin: () => void }) {
  const { heading, reference_link: link } = news
  const mayWrite = useMay<typeof updateNews>('content.write')
  return (
    <RecordCard
      record={news._id}
      picture={<CardPicture banner={news.thumbnail} icon={IconNews} past={!news.is_active} />}
      name={<CardName past={!news.is_active}>{heading}</CardName>}
      facts={
        <CardFacts>
          <span>
            <span className="gr-unseen">{newsCardMessages.source}: </span>
            {news.source}
          </span>
          <CardLink name={domainOf(link)} href={isWebAddress(link) ? link.trim() : undefined} title={link} />
        </CardFacts>
      }
      actions={
        <>
          <ActiveSwitch
            spec={activeSwitch}
            record={news}
            label={newsFormMessages.active}
            of={heading}
            mayChange={mayWrite}
          />
          {mayWrite && <CardEdit link={newsEditLink(news)} label={`${newsCardMessages.edit} ${heading}`} />}
          {mayWrite && !news.is_active && (
            <CardButton aria-label={`${newsCardMessages.toBin}, ${heading}`} onClick={onMoveToBin}>
              {newsCardMessages.toBin}
            </CardButton>
          )}
        </>
      }
    >
      {news.description.trim() !== '' && (
        <ClampedText lines={2} of={heading} className={classes.description}>
          {news.description}
        </ClampedText>
      )}
    </RecordCard>
  )
}

/** Returns the host of a web address without www; another text as it is. */
function domainOf(link: string): string {
  return isWebAddress(link) ? new URL(link.trim()).hostname.replace(/^www\./, '') : link
}
