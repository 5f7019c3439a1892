title-floor = ฟลอร์
floor-heading = ฟลอร์
floor-tables = โต๊ะ
floor-calm =
    { $count ->
       *[other] { $count } โต๊ะ ไม่มีอะไรรอคุณอยู่
    }
floor-waits_for_you = ต้องการคุณที่: { $tables }
floor-waits_for_dealers = ดีลเลอร์ต้องดำเนินการ: { $tables }
floor-must_act-dealer = ดีลเลอร์ต้องดำเนินการ
floor-must_act-supervisor = คุณต้องดำเนินการ
floor-patrons =
    { $count ->
       *[other] ผู้เล่น { $count } คน
    }
floor-token_missing = หน้านี้ต้องใช้ลิงก์ของหัวหน้า: ลงท้ายด้วย #token=…
floor-coups = รอบล่าสุด
floor-coup = ขอนไพ่ { $shoe } รอบ { $coup }
floor-read_record = อ่านบันทึก
floor-correct = แก้ไข
floor-correct_title = แก้ไขรอบ { $coup }
floor-correct_text = ระบุไพ่ที่แท้จริงตามลำดับที่แจก ส่วนต่างจะถูกชำระและแจ้งทุกคน
floor-no_card = ไม่มีไพ่ใบที่สาม
floor-save_coups = บันทึกเป็นตาราง
floor-save_record = บันทึกเป็นไฟล์
floor-record_title = โต๊ะ { $table } ขอนไพ่ { $shoe } รอบ { $coup }
floor-record_begun = เริ่ม { $time } โดย { $who }
floor-record_void = { $who } ให้เป็นโมฆะ: { $reason }
floor-record_patrons = ผู้เล่น
floor-record_stake = { $bet }: เดิมพัน { $staked } คืน { $returned }
floor-record_entries = บันทึกทั้งหมดตามลำดับ
floor-status-open = กำลังเล่น
floor-status-settled = จ่ายแล้ว
floor-status-free = รอบฟรี
floor-status-void = โมฆะ
floor-status-corrected = แก้ไขแล้ว
floor-status-cancelled = ถูกยกเลิก
refusal-not_a_coup = ด้วยไพ่เหล่านี้ รอบจะไม่จบเช่นนี้
refusal-same_cards = รอบนี้เป็นเช่นนั้นอยู่แล้ว
refusal-coup_needed = แก้ไขได้เฉพาะรอบล่าสุดของขอนไพ่นี้
