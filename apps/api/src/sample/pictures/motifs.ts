import type { Palette } from './palettes.ts'

/** Drawings on a ground of 1600 by 900. Important parts are within the middle 900, because cards crop the sides. */
export const motifs = {
  coins: ({ field, shape, accent }: Palette) =>
    rectangle(0, 720, 1600, 180, field) +
    [4, 7, 11]
      .map((height, index) => coinStack(540 + index * 260, 730, height, shape, field, accent))
      .join(''),

  bank: ({ field, shape, accent }: Palette) =>
    rectangle(0, 700, 1600, 200, field) +
    shapeOf('460,360 800,160 1140,360', shape) +
    circle(800, 285, 38, accent) +
    [510, 660, 810, 960].map((x) => rectangle(x + 20, 390, 90, 260, x === 810 ? accent : shape)).join('') +
    rectangle(470, 650, 660, 50, shape),

  seedling: ({ field, shape, accent }: Palette) =>
    circle(800, 430, 370, field) +
    line('M800 690 C800 560 800 480 800 330', shape, 26) +
    curve('M800 470 C640 470 560 380 550 250 C700 250 800 330 800 470Z', shape) +
    curve('M800 390 C800 250 900 170 1050 160 C1050 300 960 390 800 390Z', accent) +
    shapeOf('640,660 960,660 910,840 690,840', accent),

  candlesticks: ({ field, shape, accent }: Palette) =>
    [225, 450, 675].map((y) => rectangle(0, y, 1600, 4, field)).join('') +
    [
      [600, 160],
      [520, 200],
      [560, 130],
      [430, 210],
      [360, 170],
      [400, 120],
      [260, 220],
      [190, 180],
      [230, 120],
    ]
      .map(([top = 0, height = 0], index) => {
        const x = 240 + index * 130
        const colour = index % 3 === 2 ? shape : accent
        return rectangle(x + 34, top - 60, 8, height + 120, colour) + rectangle(x, top, 76, height, colour)
      })
      .join(''),

  umbrella: ({ field, shape, accent }: Palette) =>
    [260, 520, 1000, 1270].map((x) => line(`M${x} 0 L${x - 220} 900`, field, 18)).join('') +
    line('M800 480 V720 a70 70 0 0 0 140 0', accent, 26) +
    curve('M420 480 a380 340 0 0 1 760 0Z', shape) +
    curve('M673 480 C673 300 730 170 800 140 C870 170 927 300 927 480Z', accent),

  house: ({ field, shape, accent }: Palette) =>
    circle(1090, 250, 110, accent) +
    rectangle(0, 730, 1600, 170, field) +
    shapeOf('520,430 760,230 1000,430 1000,730 520,730', shape) +
    shapeOf('470,440 760,195 1050,440 1005,470 760,265 515,470', accent) +
    rectangle(700, 560, 120, 170, accent) +
    rectangle(575, 500, 80, 80, field) +
    rectangle(865, 500, 80, 80, field),

  rings: ({ field, shape, accent, ground }: Palette) =>
    circle(800, 450, 560, field) +
    circle(800, 450, 430, ground) +
    circle(800, 450, 330, shape) +
    circle(800, 450, 220, ground) +
    circle(800, 450, 120, accent),

  form: ({ field, shape, accent, ground }: Palette) =>
    `<g transform="rotate(-7 800 450)">${
      rectangle(590, 130, 480, 640, shape) +
      rectangle(560, 100, 480, 640, field) +
      rectangle(620, 170, 220, 34, accent) +
      [270, 330, 390].map((y) => rectangle(620, y, 360, 18, shape)).join('') +
      rectangle(620, 470, 130, 130, ground) +
      line('M645 535 L680 572 L728 500', accent, 20) +
      rectangle(790, 500, 190, 18, shape) +
      rectangle(790, 550, 120, 18, shape)
    }</g>`,

  shield: ({ field, shape, accent }: Palette) =>
    shapeOf('0,900 800,100 1600,900', field) +
    curve('M800 130 L1080 230 V450 C1080 620 960 730 800 800Z', accent) +
    curve('M800 130 L520 230 V450 C520 620 640 730 800 800Z', shape),

  hourglass: ({ field, shape, accent }: Palette) =>
    circle(800, 450, 410, field) +
    shapeOf('610,190 990,190 990,250 830,450 990,650 990,710 610,710 610,650 770,450 610,250', shape) +
    shapeOf('690,320 910,320 805,450 795,450', accent) +
    shapeOf('640,690 800,530 960,690', accent) +
    rectangle(570, 150, 460, 50, accent) +
    rectangle(570, 700, 460, 50, accent),

  ingots: ({ field, shape, accent }: Palette) =>
    rectangle(0, 690, 1600, 210, field) +
    [
      [440, 560],
      [820, 560],
      [630, 380],
    ]
      .map(
        ([x = 0, y = 0]) =>
          shapeOf(`${x + 60},${y} ${x + 280},${y} ${x + 340},${y + 150} ${x},${y + 150}`, accent) +
          shapeOf(`${x + 60},${y} ${x + 280},${y} ${x + 255},${y - 40} ${x + 85},${y - 40}`, shape),
      )
      .join(''),

  compass: ({ field, shape, accent, ground }: Palette) =>
    circle(800, 450, 390, shape) +
    circle(800, 450, 330, field) +
    [0, 90, 180, 270]
      .map((angle) => `<g transform="rotate(${angle} 800 450)">${rectangle(790, 140, 20, 60, shape)}</g>`)
      .join('') +
    `<g transform="rotate(35 800 450)">${
      shapeOf('800,180 870,450 730,450', accent) + shapeOf('800,720 870,450 730,450', shape)
    }</g>` +
    circle(800, 450, 36, ground),

  tiles: ({ field, shape, accent }: Palette) =>
    Array.from({ length: 24 }, (_, index) => {
      const [x, y] = [(index % 6) * 300 - 100, Math.floor(index / 6) * 300]
      const colours = [field, shape, field, accent, shape] as const
      const colour = colours[(index * 3 + Math.floor(index / 6)) % colours.length] ?? field
      return `<g transform="translate(${x} ${y}) rotate(${((index * 7) % 4) * 90} 150 150)">${
        index % 5 === 2 ? circle(150, 150, 110, colour) : curve('M0 0 H300 A300 300 0 0 1 0 300Z', colour)
      }</g>`
    }).join(''),

  peaks: ({ field, shape, accent }: Palette) =>
    shapeOf('-100,900 420,330 900,900', field) +
    shapeOf('760,900 1240,400 1750,900', field) +
    shapeOf('330,900 800,240 1270,900', shape) +
    shapeOf('800,240 907,390 850,370 800,420 750,370 693,390', accent) +
    rectangle(794, 110, 12, 150, accent) +
    shapeOf('806,110 930,150 806,190', accent),

  steps: ({ field, shape, accent }: Palette) =>
    [0, 1, 2, 3, 4, 5, 6, 7]
      .map((step) => rectangle(step * 200, 780 - step * 85, 200, 900, step % 2 === 0 ? field : shape))
      .join('') + circle(900, 335, 105, accent),

  scales: ({ field, shape, accent }: Palette) =>
    rectangle(0, 760, 1600, 140, field) +
    rectangle(785, 200, 30, 560, shape) +
    shapeOf('660,760 940,760 860,700 740,700', shape) +
    `<g transform="rotate(-8 800 230)">${rectangle(470, 218, 660, 24, shape)}</g>` +
    circle(800, 228, 40, accent) +
    line('M480 276 L390 500 M480 276 L570 500', shape, 8) +
    curve('M360 500 H600 A120 120 0 0 1 360 500Z', accent) +
    line('M1120 184 L1030 410 M1120 184 L1210 410', shape, 8) +
    curve('M1000 410 H1240 A120 120 0 0 1 1000 410Z', accent),

  slices: ({ field, shape, accent, ground }: Palette) =>
    rectangle(0, 0, 800, 900, field) +
    circle(800, 450, 330, shape) +
    curve('M800 450 L800 120 A330 330 0 0 1 1113 552Z', accent) +
    `<g transform="translate(-34 30)">${curve('M800 450 L606 717 A330 330 0 0 1 486 348Z', ground)}</g>`,

  waves: ({ field, shape, accent }: Palette) =>
    circle(1000, 300, 150, accent) +
    curve('M0 520 C260 380 480 380 740 510 C1000 640 1280 620 1600 470 V900 H0Z', field) +
    curve('M0 690 C300 560 560 600 820 690 C1080 780 1340 760 1600 640 V900 H0Z', shape),

  stage: ({ field, shape, accent }: Palette) =>
    shapeOf('640,0 960,0 1240,900 360,900', field) +
    rectangle(0, 770, 1600, 130, shape) +
    rectangle(788, 430, 24, 340, accent) +
    rectangle(690, 746, 220, 30, accent) +
    `<rect x="725" y="170" width="150" height="270" rx="75" fill="${accent}"/>` +
    line('M660 340 V370 A140 140 0 0 0 940 370 V340', shape, 22),

  ticket: ({ field, shape, accent, ground }: Palette) =>
    `<g transform="rotate(-9 800 450)">${
      rectangle(430, 250, 780, 400, field) +
      rectangle(400, 220, 780, 400, shape) +
      [220, 620].map((y) => circle(960, y, 46, ground)).join('') +
      [300, 380, 460, 540].map((y) => rectangle(954, y, 12, 44, ground)).join('') +
      rectangle(470, 310, 360, 46, accent) +
      [410, 460, 510].map((y) => rectangle(470, y, 280, 20, field)).join('') +
      circle(1070, 420, 56, accent)
    }</g>`,

  screen: ({ field, shape, accent, ground }: Palette) =>
    rectangle(0, 740, 1600, 160, field) +
    rectangle(430, 180, 740, 480, shape) +
    rectangle(465, 215, 670, 410, ground) +
    shapeOf('680,660 920,660 960,760 640,760', shape) +
    circle(800, 370, 82, accent) +
    curve('M620 625 C620 520 700 480 800 480 C900 480 980 520 980 625Z', accent) +
    [0, 1, 2].map((place) => rectangle(1010, 250 + place * 125, 100, 100, field)).join(''),

  skyline: ({ field, shape, accent, ground }: Palette) =>
    circle(1010, 260, 130, accent) +
    [
      [140, 480],
      [330, 360],
      [1120, 420],
      [1330, 520],
    ]
      .map(([x = 0, y = 0]) => rectangle(x, y, 170, 900 - y, field))
      .join('') +
    [
      [470, 430],
      [690, 270],
      [920, 380],
    ]
      .map(
        ([x = 0, y = 0]) =>
          rectangle(x, y, 190, 900 - y, shape) +
          [0, 1, 2, 3, 4, 5]
            .map((pane) =>
              rectangle(
                x + 35 + (pane % 2) * 75,
                y + 50 + Math.floor(pane / 2) * 110,
                45,
                60,
                pane % 3 ? ground : accent,
              ),
            )
            .join(''),
      )
      .join(''),

  lamps: ({ field, shape, accent }: Palette) =>
    curve('M0 640 C260 560 540 560 800 640 C1060 720 1340 720 1600 640 V900 H0Z', field) +
    line('M0 120 C400 260 1200 260 1600 120', shape, 10) +
    [
      [330, 205],
      [560, 235],
      [800, 245],
      [1040, 235],
      [1270, 205],
    ]
      .map(
        ([x = 0, y = 0], index) =>
          line(`M${x} ${y} V${y + 60}`, shape, 8) +
          `<ellipse cx="${x}" cy="${y + 150}" rx="78" ry="92" fill="${index % 2 ? shape : accent}"/>` +
          rectangle(x - 34, y + 50, 68, 18, shape),
      )
      .join(''),

  cups: ({ field, shape, accent, ground }: Palette) =>
    rectangle(0, 660, 1600, 240, field) +
    [460, 910]
      .map(
        (x, index) =>
          line(`M${x + 225} 470 A75 75 0 1 1 ${x + 205} 600`, shape, 26) +
          curve(
            `M${x} 420 H${x + 240} C${x + 240} 580 ${x + 200} 660 ${x + 120} 660 C${x + 40} 660 ${x} 580 ${x} 420Z`,
            index ? shape : accent,
          ) +
          `<ellipse cx="${x + 120}" cy="420" rx="120" ry="30" fill="${ground}"/>` +
          [60, 120, 180]
            .map((place) =>
              line(
                `M${x + place} 360 C${x + place - 40} 310 ${x + place + 40} 270 ${x + place} 210`,
                field,
                14,
              ),
            )
            .join(''),
      )
      .join('') +
    rectangle(400, 660, 800, 26, shape),

  tables: ({ field, shape, accent }: Palette) =>
    circle(800, 450, 640, field) +
    [
      [400, 290],
      [800, 290],
      [1200, 290],
      [600, 640],
      [1000, 640],
    ]
      .map(([x = 0, y = 0], table) => {
        const seats = [0, 60, 120, 180, 240, 300].map((angle) => {
          const turned = ((angle + table * 24) * Math.PI) / 180
          return circle(
            Math.round(x + 148 * Math.cos(turned)),
            Math.round(y + 148 * Math.sin(turned)),
            28,
            accent,
          )
        })
        return circle(x, y, 106, shape) + seats.join('')
      })
      .join(''),
}

function rectangle(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
}

function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
}

function shapeOf(points: string, fill: string): string {
  return `<polygon points="${points}" fill="${fill}"/>`
}

function curve(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/>`
}

function line(path: string, stroke: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`
}

function coinStack(x: number, foot: number, height: number, side: string, gap: string, top: string): string {
  const coin = (level: number, fill: string) =>
    `<ellipse cx="${x}" cy="${foot - level * 44}" rx="110" ry="36" fill="${fill}"/>`
  const coins = Array.from({ length: height }, (_, level) => {
    const middle = foot - level * 44
    return coin(level, gap) + coin(level + 0.2, side) + rectangle(x - 110, middle - 40, 220, 31, side)
  })
  return coins.join('') + coin(height, top)
}
