/** Turkish: the results of the study. */

/** @type {import("../types.js").Words} */
export const TR_STUDY_RESULTS = {
  "results.heading": "Çalışmanın sonuçları",
  "results.none": "Henüz sonuç yok: unsunk study run komutu yapar.",
  "results.loading": "Sonuçlar getiriliyor…",
  "results.lead": "Her tahtanın {packets} paketinde {games} oyun, tohum {seed}. Her paket her katman, politika, başlama sırası ve p ile oynandı; böylece oyunlar çift çift karşılaştırılır.",
  "results.behind": "Tablo olarak",
  "results.chart": {
    one: "Yatayda {left} ile {right} arası, {count} çizgilik grafik; ortalaması {low} ile {high} arasında. Bütün değerler alttaki tablodadır.",
    other: "Yatayda {left} ile {right} arası, {count} çizgilik grafik; ortalamaları {low} ile {high} arasında. Bütün değerler alttaki tablodadır.",
  },
  "results.table.table-1": "Tablo 1: oyunlar ne kadar sürer",
  "results.table.table-2": "Tablo 2: kim kazanır",
  "results.table.table-3": "Tablo 3: başka p olasılıkları",
  "results.table.table-4": "Tablo 4: bağla gelen hasar",
  "results.word.random": "rastgele",
  "results.word.checkerboard": "dama tahtası",
  "results.word.belief": "inanç durumu",
  "results.word.greedy": "açgözlü",
  "results.word.joint": "tam ortak inanç",
  "results.word.planner": "planlayıcı",
  "results.word.board": "Tahtası",
  "results.word.policy": "Politikası",
  "results.word.layer": "Katmanı",
  "results.word.reading": "Okuma",
  "results.word.series": "Çizgi",
  "results.word.mean": "Ortalama",
  "results.word.low": "Alt sınır",
  "results.word.high": "Üst sınır",
};
