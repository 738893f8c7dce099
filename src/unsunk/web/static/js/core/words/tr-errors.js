/** Turkish: what went wrong, by the server's code. */

/** @type {import("../types.js").Words} */
export const TR_ERRORS = {
  "net.lost": "Bağlantı koptu, yeniden deneniyor… Yaptıklarınız kaybolmadı.",
  "net.back": "Bağlantı yeniden kuruldu.",
  "error.game-gone": "İstediğiniz oyun bu sunucuda yok, bu yüzden yeni bir oyun açıldı.",
  "error.unknown": "Sunucuda bir sorun çıktı. Sayfayı yenileyin; oyun saklanıyor.",
  "error.bad_json": "Sunucu iletiyi okuyamadı. Sayfayı yenileyip tekrar deneyin.",
  "error.bad_request": "Sunucu isteği kabul etmedi. Sayfayı yenileyip tekrar deneyin.",
  "error.too_large": "İleti sunucu için çok büyüktü.",
  "error.not_found": "Bu oyun sunucuda yok.",
  "error.not_yours": "İstek bu sitenin bir sayfasından gelmedi. Sayfayı yenileyin.",
  "error.wrong_phase": "Oyunun bu aşamasında bu yapılamaz. Tahta güncellendi.",
  "error.cell_taken": "O kareye daha önce ateş edildi. Başka bir kare seçin.",
  "error.not_your_turn": "Sıra sizde değil. Tahta güncellendi.",
  "error.bad_cell": "Bu tahtada öyle bir kare yok.",
  "error.off_board": "Gemi oraya sığmıyor: tahtadan taşar.",
  "error.overlap": "Gemi oraya konamaz: başka bir gemiyle çakışır.",
  "error.touches": "Gemi oraya konamaz: bu kurallarda gemiler birbirine değemez.",
  "error.bad_ship": "Bu filoda öyle bir gemi yok.",
  "error.fleet_incomplete": "Savaş başlamadan önce bütün filoyu yerleştirin.",
  "error.impossible_fleet": "Bu gemilerin hepsi bu kurallarla bu tahtaya sığmaz. Daha büyük bir tahta ya da daha az gemi seçin.",
  "error.bad_board": "Bir tahtada 5–15 satır ve 5–15 sütun olur.",
  "error.bad_level": "Öyle bir seviye yok.",
  "error.too_many_requests": "Sunucuya bir anda çok istek geldi. Biraz bekleyip tekrar deneyin.",
  "error.stale": "Oyun, belki başka bir pencerede, ilerlemişti. Tahta güncellendi.",
  "error.unavailable": "Sunucu şu anda oyunlara ulaşamıyor. Biraz sonra tekrar deneyin; oyun saklanıyor.",
};
