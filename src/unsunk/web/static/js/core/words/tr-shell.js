/** Turkish: what stands around the game on every page. */

/** @type {import("../types.js").Words} */
export const TR_SHELL = {
  "title.game": "Amiral Battı · unsunk",
  "title.adviser": "Danışman · unsunk",
  "title.how": "Nasıl oynanır · unsunk",
  "title.aims": "Bilgisayar nasıl nişan alır · unsunk",
  "skip": "İçeriğe geç",
  "nav.label": "Sayfalar",
  "nav.game": "Oyun",
  "nav.adviser": "Danışman",
  "nav.how": "Nasıl oynanır",
  "nav.aims": "Bilgisayar nasıl nişan alır",
  "foot.adviser": "Kayıt bu tarayıcıda ve bu sayfanın adresinde kalır; sunucu ondan hiçbir şey saklamaz.",
  "foot.line": "Her oyun sunucuda saklanır: sayfayı yenileseniz de sonra dönseniz de kaldığı yerden sürer.",

  "settings.open": "Ayarlar",
  "settings.language": "Dil",
  "settings.theme": "Renkler",
  "settings.theme.auto": "Sistemdeki gibi",
  "settings.theme.light": "Açık",
  "settings.theme.dark": "Koyu",
  "settings.sound": "Ses",
  "settings.sound.hint": "İsabet, ıska ve batışlarda kısa tonlar. Siz açmadıkça kapalıdır.",
  "settings.calm": "Hareketsiz",
  "settings.calm.hint": "Sistem izin verse bile bütün hareketleri durdurur.",

  "ship.carrier": "uçak gemisi",
  "ship.battleship": "zırhlı",
  "ship.cruiser": "kruvazör",
  "ship.submarine": "denizaltı",
  "ship.destroyer": "muhrip",
  "ship.patrol": "devriye botu",
  "ship.plain": "{length} karelik gemi",
  "ship.lettered": "{length} karelik gemi ({letter})",

  "cell.miss": "ıska",
  "cell.hit": "isabet",
  "cell.sunk": "battı",
  "cell.empty": "boş",
  "cell.untried": "denenmedi",
  "cell.never-hit": "hiç vurulmadı",
  "cell.in-hand": "elde",
  "cell.last": "son atış",
  "cell.heat": "ısı {heat}",

  "chance.below": "{chance} altında",
  "chance.above": "{chance} üstünde",

  "measured.open": "henüz ölçülmedi",
  "measured.exact": "{mean} atış (kesin)",
  "measured.sampled": "{mean} ± {reach} atış (örneklem: %95 güven aralığı, {games} oyun, tohum {seed})",
};
